import { expect, test } from 'bun:test';
import { type Decimal, sum } from '@consulting/kernel/schema';
import fc from 'fast-check';
import { rateBasis } from './basis';
import { type CrewRate, calculateCrewRate } from './composite';
import type { CrewToPrice, EquipmentToPrice, LabourToPrice } from './crew-pricing';
import { catalogueCrane, crane, journeyman, plainCard } from './fixtures/records';
import type { IndirectCosts, IndirectEntries } from './indirect-entries';
import { serialiseCrewRate } from './serialise';

const upTo = (max: number, decimals: number) =>
  fc.integer({ min: 0, max: max * 10 ** decimals }).map((n) => n / 10 ** decimals);
const above0 = (max: number, decimals: number) =>
  fc.integer({ min: 1, max: max * 10 ** decimals }).map((n) => n / 10 ** decimals);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const card = fc.record({
  currency: fc.constantFrom('CAD', 'USD'),
  baseWage: above0(200, 4),
  overtimeMultiplier: upTo(4, 2).map((n) => n + 1),
  vacationHolidayPercent: upTo(20, 4),
  pensionPerHour: upTo(20, 4),
  socialSecurityPercent: upTo(20, 4),
  perDiemPerDay: upTo(200, 2),
  smallToolsPercent: upTo(10, 4),
  consumablesPercent: upTo(10, 4),
  ppePerHour: upTo(2, 4),
  dailyStraightTimeLimit: orNull(upTo(12, 1)),
  sixthDayRule: fc.constantFrom('normal' as const, 'overtime' as const, 'double' as const),
});

const labour: fc.Arbitrary<LabourToPrice> = fc
  .tuple(card, above0(20, 2), orNull(above0(100, 4)), orNull(upTo(50, 2)))
  .map(([change, quantity, straightTime, overtimeHours]) => ({
    member: { ...journeyman, quantity, overtimeHours, rateOverride: straightTime ? { straightTime } : null },
    match: { card: { ...plainCard, ...change }, matchStep: 4, periodDistanceQuarters: 0 },
  }));

const equipment: fc.Arbitrary<EquipmentToPrice> = fc
  .tuple(above0(10, 2), upTo(60, 4), upTo(40, 4), above0(20_000, 2), fc.constantFrom('CAD', 'USD'))
  .map(([quantity, operatingShare, standbyShare, monthlyRate, currency]) => ({
    member: { ...crane, quantity, operatingShare, standbyShare },
    pricedBy: { equipment: { ...catalogueCrane, monthlyRate, currency }, tag: null },
  }));

const entry = fc.record({ percentage: upTo(30, 4), amount: orNull(upTo(5, 4)) });
const entries: fc.Arbitrary<IndirectEntries> = fc.dictionary(
  fc.constantFrom(
    'traveling',
    'smallTools',
    'perDiem',
    'overhead',
    'contingency',
    'escalation',
    'ownCategory',
  ),
  orNull(entry),
);
const costs: fc.Arbitrary<IndirectCosts> = fc.record({ labour: entries, equipment: entries });

const week = fc.record({
  hoursPerDay: upTo(12, 1).map((n) => n + 4),
  daysPerWeek: fc.integer({ min: 1, max: 7 }),
});

const crew: fc.Arbitrary<CrewToPrice> = fc
  .tuple(
    fc.array(labour, { maxLength: 6 }),
    fc.array(equipment, { maxLength: 4 }),
    week,
    costs,
    costs,
    above0(5, 6),
  )
  .map(([labourMembers, machines, workWeek, crewCosts, indirectCosts, rate]) => ({
    labour: labourMembers,
    equipment: machines,
    basis: rateBasis(
      {
        ...{ currency: 'CAD', workWeek, indirectCosts, fuelPrices: { diesel: 1.45 } },
        exchangeRates: [{ currency: 'USD', rate }],
      },
      { indirectCosts: crewCosts },
    ),
  }));

function expectFooting({ members, lines, subtotals }: CrewRate['labour'] | CrewRate['equipment']): void {
  const { base, tier1, tier2, tier3, tier4 } = subtotals;
  const linesOf = (tier: number) => lines.filter((line) => line.tier === tier).map(({ value }) => value);
  expect(base.eq(sum(members.map(({ cost }) => cost)))).toBe(true);
  expect(tier1.eq(sum([base, ...linesOf(1)]))).toBe(true);
  expect(tier2.eq(sum([tier1, ...linesOf(2)]))).toBe(true);
  expect(tier3.eq(sum([tier2, ...linesOf(3)]))).toBe(true);
  expect(tier4.eq(sum([tier3, ...linesOf(4)]))).toBe(true);
  for (const value of lines.map((line) => line.value)) expectDecimals(value, 2);
}

const expectDecimals = (value: Decimal, places: number) => expect(value.eq(value.toFixed(places))).toBe(true);

test('totals are the sums of the printed lines', () => {
  fc.assert(
    fc.property(crew, (given) => {
      const rate = calculateCrewRate(given);
      expectFooting(rate.labour);
      expectFooting(rate.equipment);
      const { result } = rate;
      expect(result.total.eq(rate.labour.subtotals.tier4.plus(rate.equipment.subtotals.tier4))).toBe(true);
      expectDecimals(result.total, 2);
    }),
  );
});

test('one more member never lowers the base cost, nor one more machine', () => {
  fc.assert(
    fc.property(crew, labour, equipment, (given, member, machine) => {
      const before = calculateCrewRate(given);
      const after = calculateCrewRate({
        ...given,
        labour: [...given.labour, member],
        equipment: [...given.equipment, machine],
      });
      expect(after.labour.subtotals.base.gte(before.labour.subtotals.base)).toBe(true);
      expect(after.equipment.subtotals.base.gte(before.equipment.subtotals.base)).toBe(true);
    }),
  );
});

test('a percentage of zero is the absence of the rate card default', () => {
  const off = { smallTools: { percentage: 0 }, ppe: { percentage: 0 } };
  const without = ({ member, match }: LabourToPrice): LabourToPrice => ({
    member,
    match: match && { ...match, card: { ...match.card, smallToolsPercent: 0, ppePerHour: 0 } },
  });
  fc.assert(
    fc.property(fc.array(labour, { minLength: 1, maxLength: 5 }), week, (members, workWeek) => {
      const project = {
        currency: 'CAD',
        workWeek,
        fuelPrices: {},
        exchangeRates: [{ currency: 'USD', rate: 1.3 }],
      };
      const priced = (labourMembers: LabourToPrice[], labourCosts: IndirectEntries) =>
        calculateCrewRate({
          labour: labourMembers,
          equipment: [],
          basis: rateBasis({ ...project, indirectCosts: { labour: labourCosts } }),
        }).labour.subtotals;
      expect(priced(members, off).tier4.eq(priced(members.map(without), {}).tier4)).toBe(true);
    }),
  );
});

test('the result does not depend on the order of members', () => {
  const reordered = crew.chain((given) =>
    fc.tuple(
      fc.constant(given),
      fc.shuffledSubarray([...given.labour], { minLength: given.labour.length }),
      fc.shuffledSubarray([...given.equipment], { minLength: given.equipment.length }),
    ),
  );
  fc.assert(
    fc.property(reordered, ([given, labourMembers, machines]) => {
      const before = serialiseCrewRate(calculateCrewRate(given));
      const after = serialiseCrewRate(
        calculateCrewRate({ ...given, labour: labourMembers, equipment: machines }),
      );
      expect(after.result).toEqual(before.result);
      expect(after.labour.lines).toEqual(before.labour.lines);
      expect(after.equipment.lines).toEqual(before.equipment.lines);
      expect(after.multipliers).toEqual(before.multipliers);
    }),
  );
});
