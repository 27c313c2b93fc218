import { describe, expect, test } from 'bun:test';
import { resolve } from 'node:path';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import { isNumeric } from '@consulting/takeoff-fields/field';
import { fieldsOf, positionOf } from '@consulting/takeoff-fields/registry';
import type { Cell, Line } from '../fields/line';
import { fieldOfHeader } from '../headers/header';
import { isOperand, lineEvaluator } from './evaluate';
import { planOf } from './plan';

function evaluateLine(
  discipline: Discipline,
  values: Readonly<Record<string, Cell | undefined>>,
): Record<string, Cell> {
  const { fields, calculations } = planOf(discipline);
  const line: Line = fields.map(({ key }) => values[key] ?? null);
  lineEvaluator(discipline)(line);
  return Object.fromEntries(calculations.map(({ key, position }) => [key, line[position] ?? null]));
}

const data = resolve(import.meta.dir, '../../../../example/data');
const cellPattern = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;

async function rowsOf(file: string): Promise<Record<string, string>[]> {
  const lines = (await Bun.file(resolve(data, file)).text()).trimEnd().split(/\r?\n/);
  const rows = lines.map((line) =>
    [...line.matchAll(cellPattern)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''),
  );
  const [header = [], ...body] = rows;
  return body.map((cells) => Object.fromEntries(header.map((name, column) => [name, cells[column] ?? ''])));
}

function pipingLine(row: Record<string, string>): Line {
  const line: Line = fieldsOf('piping').map(() => null);
  for (const [header, text] of Object.entries(row)) {
    const field = fieldOfHeader('piping', header);
    if (field === undefined) throw new Error(`unknown header ${header}`);
    if (text !== '') line[positionOf('piping', field.key)] = isNumeric(field) ? Number(text) : text;
  }
  return line;
}

describe('the piping takeoff of the example data', async () => {
  const rows = await rowsOf('piping-mto.csv');
  const expected = await rowsOf('piping-mto-expected.csv');

  test('gives all 2,280 computed figures exactly', () => {
    let figures = 0;
    const evaluate = lineEvaluator('piping');
    for (const [index, row] of rows.entries()) {
      const line = pipingLine(row);
      evaluate(line);
      for (const { key, position } of planOf('piping').calculations) {
        const text = expected[index]?.[key];
        expect([index, key, line[position]]).toEqual([index, key, text === '' ? null : Number(text)]);
        figures += 1;
      }
    }
    expect(figures).toBe(2280);
  });

  test('gives the same by key, and again on a line that already has its figures', () => {
    const line = pipingLine(rows[0] ?? {});
    const values = Object.fromEntries(fieldsOf('piping').map(({ key }, position) => [key, line[position]]));
    const once = evaluateLine('piping', values);
    expect(once).toMatchObject({ installQuantity: 25.132, purchaseQuantity: 26.1373, totalCost: 62386.61 });
    expect(evaluateLine('piping', { ...values, ...once })).toEqual(once);
    expect(
      evaluateLine('piping', { ...values, totalCost: 1, unitCost: 'junk', installQuantity: null }),
    ).toEqual(once);
  });
});

describe('rules of resources.md 15.2', () => {
  test('rule 1: an empty operand counts as 0 in + - *', () => {
    expect(evaluateLine('piping', { shopPipeLength: 4.5 }).straightPipeLength).toBe(4.5);
    expect(evaluateLine('piping', { tracedLength: 4.5 }).tracerLength).toBe(0);
    expect(evaluateLine('architectural', { openingArea: 3 }).netArea).toBe(0);
    expect(evaluateLine('piping', { quantity: 8 })).toMatchObject({
      installQuantity: 8,
      purchaseQuantity: 8,
    });
  });

  test('rule 1: division by zero or by an empty value gives null', () => {
    const hours = { quantity: 10, unitManHours: 2 };
    expect(evaluateLine('civil', hours).crewHours).toBeNull();
    expect(evaluateLine('civil', { ...hours, crewSize: 0 }).crewHours).toBeNull();
    expect(evaluateLine('civil', { ...hours, crewSize: 8 }).crewHours).toBe(2.5);
    expect(evaluateLine('concrete', { rebarWeight: 900 }).rebarRatio).toBeNull();
    expect(
      evaluateLine('concrete', { rebarWeight: 900, concreteVolume: 0, length: 2 }).rebarRatio,
    ).toBeNull();
  });

  test('rule 2: a formula reads the rounded value of another', () => {
    const values = { quantity: 1.00005, quantityAllowancePercent: 0, unitManHours: 10000 };
    expect(evaluateLine('civil', values)).toMatchObject({ installQuantity: 1.0001, baseManHours: 10001 });
  });

  test('rule 2: integers have 0 decimals, amounts 2, other figures 4', () => {
    const values = { buttWeldShopCount: 3, radiographyPercent: 34, quantity: 3, totalCostOverride: 10.005 };
    expect(evaluateLine('piping', values)).toMatchObject({
      radiographedWeldCount: 2,
      totalCost: 10.01,
      unitCost: 3.3367,
    });
  });

  test('rule 3: a line without values has 0 in common fields, null in own ones and by division', () => {
    for (const discipline of disciplines) {
      const common = new Set(
        planOf(discipline)
          .calculations.filter((each) => !each.emptyWithoutOperands)
          .map((each) => each.key),
      );
      expect(common.size).toBe(21);
      for (const [key, value] of Object.entries(evaluateLine(discipline, {}))) {
        const isZero = common.has(key) && key !== 'crewHours' && key !== 'unitCost';
        expect([key, value]).toEqual([key, isZero ? 0 : null]);
      }
    }
  });

  test('rule 3: a zero is an operand', () => {
    expect(evaluateLine('piping', { shopPipeLength: 0 }).straightPipeLength).toBe(0);
    expect(evaluateLine('piping', { shopDiaInch: 7 }).totalDiaInch).toBeNull();
  });

  test('a discipline without the group of a sum adds nothing', () => {
    expect(evaluateLine('civil', { quantity: 2, materialUnitPrice: 3 })).toMatchObject({
      materialBreakdownCost: 0,
      materialCost: 6,
    });
  });

  test('the first entered of lump-sum, activity and unit hours counts', () => {
    const values = { quantity: 2, unitManHours: 5, hoursBoltUp: 7, fixedManHours: 0 };
    expect(evaluateLine('piping', values).baseManHours).toBe(0);
    expect(evaluateLine('piping', { ...values, fixedManHours: null }).baseManHours).toBe(7);
    expect(evaluateLine('piping', { ...values, fixedManHours: null, hoursBoltUp: 0 }).baseManHours).toBe(10);
  });
});

describe('rounding', () => {
  const currency = (totalCostOverride: Cell) => evaluateLine('civil', { totalCostOverride }).totalCost;

  test.each([
    [1.005, 1.01],
    [2.675, 2.68],
    [-0.005, -0.01],
    [-0.004, 0],
    [1.004999, 1],
    [8.345, 8.35],
    [999999999.995, 1000000000],
  ])('half away from zero in currency: %p is %p', (value, rounded) => {
    expect(Object.is(currency(value), rounded)).toBe(true);
  });

  test.each([
    [128.7, 0.75, 0.9653],
    [79.275, 2.1, 1.6648],
  ])('half away from zero at 4 decimals: %p x %p %% is %p', (base, percent, rounded) => {
    const { looseVolume } = evaluateLine('civil', { bankVolume: base, swellPercent: percent - 100 });
    expect(looseVolume).toBe(rounded);
  });

  test('a result of more than 15 digits is exact text, and formulas read every digit of it', () => {
    const values = { quantity: 123456789012.3456, quantityAllowancePercent: 10, sparesQuantity: 0.0001 };
    expect(evaluateLine('civil', values)).toMatchObject({
      installQuantity: '135802467913.5802',
      purchaseQuantity: '135802467913.5803',
    });
    const cost = evaluateLine('civil', { quantity: 999999999999, materialUnitPrice: 999999999999.99 });
    expect(cost.totalCost).toBe('999999999998990000000000.01');
  });

  test('decimal text is read exactly, beyond what a number holds', () => {
    expect(currency('999999999999.994999')).toBe(999999999999.99);
    expect(evaluateLine('civil', { quantity: '123456789012.345678' }).installQuantity).toBe(
      '123456789012.3457',
    );
    expect(evaluateLine('civil', { quantity: '2.50', unitManHours: '0.0' })).toEqual(
      evaluateLine('civil', { quantity: 2.5, unitManHours: 0 }),
    );
  });

  test('the smallest inputs are exact', () => {
    expect(evaluateLine('civil', { quantity: 0.00005 }).installQuantity).toBe(0.0001);
    expect(evaluateLine('civil', { quantity: 0.000049 }).installQuantity).toBe(0);
    expect(evaluateLine('civil', { quantity: 0.000001, unitManHours: 1e11 }).baseManHours).toBe(0);
  });
});

describe('isOperand', () => {
  test('tells the fields that formulas read', () => {
    expect(isOperand('piping', 'quantity')).toBe(true);
    expect(isOperand('piping', 'hoursBoltUp')).toBe(true);
    expect(isOperand('piping', 'totalCostOverride')).toBe(true);
    expect(isOperand('piping', 'description')).toBe(false);
    expect(isOperand('piping', 'leadTimeWeeks')).toBe(false);
  });
});
