import { describe, expect, test } from 'bun:test';
import { calculateCrewRate } from './composite';
import { journeyman, plainCrew, plainMachine, plainMatch } from './fixtures/records';
import { exampleCrew } from './fixtures/worked-example';
import expected from './fixtures/worked-example.expected.json';
import { serialiseCrewRate } from './serialise';

type ExpectedLine = (typeof expected.labourLines | typeof expected.equipmentLines)[number];

function linesOf(lines: readonly ExpectedLine[]) {
  const printed = lines.flatMap((line) => ('category' in line && line.category ? [line] : []));
  return new Map(printed.map((line) => [line.category, line]));
}

const subtotalsOf = (lines: readonly ExpectedLine[]) =>
  Object.fromEntries(
    lines.flatMap((line) =>
      'category' in line ? [] : Object.entries(line).map(([name, value]) => [name, Number(value)]),
    ),
  );

describe('the worked example of rates.md 9', () => {
  const rate = calculateCrewRate(exampleCrew());
  const displayed = serialiseCrewRate(rate);

  test('currency and working week', () => {
    expect(displayed).toMatchObject({ currency: 'CAD', workWeek: { hoursPerDay: 10, daysPerWeek: 6 } });
  });

  test('labour members', () => {
    const figures = displayed.labour.members.map(
      ({ tradeCode, laborDesignation, quantity, manHours, cost }) => ({
        ...{ rateCard: `${tradeCode}/${laborDesignation}`, quantity },
        ...{ manHours: String(manHours), cost: cost.toFixed(2) },
      }),
    );
    expect(figures).toEqual(expected.members);
    expect(displayed.labour.members[1]).toMatchObject({
      hours: { straightTime: 40, overtime: 10, doubleTime: 10 },
      baseRates: { straightTime: 51.25, overtime: 76.875, doubleTime: 102.5 },
      burdenedRates: { straightTime: 73.3515, overtime: 103.9771, doubleTime: 134.6029 },
      allInRates: { straightTime: 89.619, overtime: 121.7759, doubleTime: 153.9331 },
    });
  });

  test('equipment members', () => {
    for (const [index, { quantity, equipmentCode, ...figures }] of expected.equipmentMembers.entries()) {
      const numbers = Object.entries(figures).map(([name, value]) => [name, Number(value)]);
      expect(displayed.equipment.members[index]).toMatchObject({
        ...{ equipmentCode, quantity, rateSource: 'catalogue' },
        ...Object.fromEntries(numbers),
      });
    }
    expect(displayed.equipment.members).toHaveLength(2);
  });

  test.each([
    ['labour', displayed.labour, expected.labourLines],
    ['equipment', displayed.equipment, expected.equipmentLines],
  ] as const)('every line of %s and the subtotals', (_side, { lines, subtotals }, wanted) => {
    const byCategory = linesOf(wanted);
    expect(lines).toHaveLength(byCategory.size);
    for (const { category, tier, method, base, value } of lines) {
      expect({ category, tier, method, base: base.toFixed(2), value: value.toFixed(2) }).toEqual(
        byCategory.get(category) as never,
      );
    }
    expect(subtotals).toMatchObject(subtotalsOf(wanted));
    expect(Object.keys(subtotals)).toHaveLength(5);
  });

  test('the order of the lines, their levels and what was entered', () => {
    expect(
      displayed.labour.lines.map((line) => [line.category, line.level, line.percentage, line.amount]),
    ).toEqual([
      ['traveling', 'project', 2.5, null],
      ['mobilization', 'project', 1.5, null],
      ['demobilization', 'project', 1, null],
      ['perDiem', 'rate-card', null, null],
      ['supervision', 'project', 9, null],
      ['safety', 'project', 3, 1.85],
      ['training', 'project', 0.75, null],
      ['smallTools', 'project', 2.5, null],
      ['consumables', 'rate-card', null, null],
      ['ppe', 'rate-card', null, null],
      ['overhead', 'project', 8, null],
      ['contingency', 'project', 5, null],
      ['markupProfitLabour', 'project', 10, null],
    ]);
  });

  test('the result', () => {
    const { labourBase, equipmentBase, equipmentHours, ...figures } = expected.result;
    const numbers = Object.entries(figures).map(([name, value]) => [name, Number(value)]);
    expect(displayed.result).toEqual({
      machineHours: Number(equipmentHours),
      ...Object.fromEntries(numbers),
    });
    expect(displayed.labour.subtotals.L0).toBe(Number(labourBase));
    expect(displayed.equipment.subtotals.E0).toBe(Number(equipmentBase));
  });

  test('the multipliers', () => {
    expect(displayed.multipliers).toEqual({
      labour: { tier1: 1.3682, tier2: 1.08, tier3: 1.05, tier4: 1.1, total: 1.7067 },
      equipment: { tier1: 1.0526, tier2: 1.05, tier3: 1.03, tier4: 1.08, total: 1.2294 },
    });
  });

  test('warns of the operator only', () => {
    expect(displayed.warnings).toEqual([
      {
        code: 'OPERATOR_MISSING',
        message: 'The machine needs an operator of trade CRAN, who is not a member of the crew.',
        member: 'CRN-RT-050',
      },
    ]);
  });
});

describe('crews without labour, equipment or hours', () => {
  test('without labour there are no rates per man-hour, and per crew-hour there are', () => {
    const { result, multipliers } = serialiseCrewRate(
      calculateCrewRate(plainCrew({ equipment: [plainMachine] })),
    );
    expect(result).toMatchObject({
      manHours: 0,
      machineHours: 40,
      labourRatePerManHour: null,
      equipmentRatePerManHour: null,
      totalRatePerManHour: null,
      labourRatePerCrewHour: 0,
      equipmentRatePerCrewHour: 65.5,
      totalRatePerCrewHour: 65.5,
      costPerDay: 655,
      labourMultiplier: null,
      equipmentMultiplier: 1,
    });
    expect(multipliers.labour).toEqual({ tier1: null, tier2: null, tier3: null, tier4: null, total: null });
  });

  test('without equipment its rates are zero and its multiplier null', () => {
    const { result } = serialiseCrewRate(
      calculateCrewRate(plainCrew({ labour: [{ member: journeyman, match: plainMatch }] })),
    );
    expect(result).toMatchObject({
      total: 2000,
      labourRatePerManHour: 50,
      equipmentRatePerManHour: 0,
      totalRatePerManHour: 50,
      equipmentMultiplier: null,
    });
  });

  test('hours of zero leave nothing to divide by', () => {
    const idle = { ...journeyman, straightTimeHours: 0 };
    const { result } = serialiseCrewRate(
      calculateCrewRate(plainCrew({ labour: [{ member: idle, match: plainMatch }] })),
    );
    expect(result).toMatchObject({
      manHours: 0,
      total: 0,
      totalRatePerManHour: null,
      labourMultiplier: null,
    });
  });
});
