import { describe, expect, test } from 'bun:test';
import { rateBasis } from './basis';
import { calculateCrewRate } from './composite';
import type { CrewToPrice } from './crew-pricing';
import { alberta, easternProvince, texas } from './fixtures/records';
import { type SeedCrew, seedCards, seedCrews, seedEquipment, seedTags } from './fixtures/seed-data';
import expected from './fixtures/worked-example.expected.json';
import example from './fixtures/worked-example.input.json';
import type { IndirectCosts } from './indirect-entries';
import type { ProjectLocation } from './location';
import { matchMembers } from './matching';
import { serialiseCrewRate } from './serialise';

const [cards, crews, machines, tags] = await Promise.all([
  seedCards(),
  seedCrews(),
  seedEquipment(),
  seedTags(),
]);

function toPrice(crew: SeedCrew, location: ProjectLocation, currency: string, hasTags: boolean): CrewToPrice {
  const matches = matchMembers(cards, crew.labour, location);
  return {
    basis: rateBasis({
      currency,
      workWeek: example.workWeek,
      indirectCosts: example.indirectCosts as IndirectCosts,
      fuelPrices: { diesel: 1.45, gasoline: 1.6, lpg: 0.9, electricity: 0.15 },
      exchangeRates: [{ currency: 'USD', rate: 1.35 }],
    }),
    labour: matches,
    equipment: crew.equipment.map((member) => {
      const equipment = machines.get(member.equipmentCode);
      if (!equipment) throw new Error(`no equipment ${member.equipmentCode}`);
      return { member, pricedBy: { equipment, tag: (hasTags && tags.get(member.equipmentCode)) || null } };
    }),
  };
}

test('PF-01 from the seed files gives the worked example', () => {
  const crew = crews.find(({ crewCode }) => crewCode === 'PF-01') as SeedCrew;
  const { result, warnings, equipment } = serialiseCrewRate(
    calculateCrewRate(toPrice(crew, alberta, 'CAD', true)),
  );
  for (const [name, value] of Object.entries(expected.result)) {
    if (name in result) expect([name, result[name as keyof typeof result]]).toEqual([name, Number(value)]);
  }
  expect(equipment.members.map(({ rateSource }) => rateSource)).toEqual(['tag', 'tag']);
  expect(warnings.map(({ code, member }) => [code, member])).toEqual([['OPERATOR_MISSING', 'CRN-RT-050']]);
});

describe('the crews of the seed data', () => {
  const places = [
    ['Alberta', alberta, 'CAD'],
    ['Texas', texas, 'USD'],
    ['Eastern Province', easternProvince, 'SAR'],
  ] as const;

  test.each(places)('all match in %s, but for AR-01 in Saudi Arabia', (_name, location, currency) => {
    expect(crews.length).toBeGreaterThan(20);
    const unmatched = crews.filter((crew) =>
      toPrice(crew, location, currency, false).labour.some(({ match }) => match === null),
    );
    expect(unmatched.map(({ crewCode }) => crewCode)).toEqual(currency === 'SAR' ? ['AR-01'] : []);
  });

  test.each(places.slice(0, 2))('all have a composite rate in %s', (_name, location, currency) => {
    for (const crew of crews) {
      const { labour, equipment, result } = calculateCrewRate(toPrice(crew, location, currency, false));
      expect(labour.members).toHaveLength(crew.labour.length);
      expect(equipment.members).toHaveLength(crew.equipment.length);
      expect(Number(result.labourMultiplier)).toBeGreaterThan(1.3);
      expect(Number(result.totalRatePerManHour)).toBeGreaterThan(50);
    }
  });
});
