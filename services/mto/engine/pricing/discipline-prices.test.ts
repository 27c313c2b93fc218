import { expect, test } from 'bun:test';
import { type Decimal, decimal, round } from '@consulting/kernel/schema';
import { positionOf } from '@consulting/takeoff-fields';
import fc from 'fast-check';
import type { Cell, Line } from '../fields/line';
import type { PriceCondition, PriceRow } from './condition';
import { DisciplinePrices, type PricingRules } from './discipline-prices';
import { nearestRow } from './nearest-row';
import type { PriceBook } from './ranked-row';

type Given = Record<string, Cell>;

const at = (key: string) => positionOf('piping', key);
const numberKeys = ['nominalPipeSize', 'wallThickness', 'spoolCount', 'fieldPipeLength'];
const metresOf: Record<string, string> = { m: '1', ft: '0.3048', mm: '0.001' };
const words: Record<string, string> = { 'Carbon steel': 'carbon-steel', duplex: 'duplex' };

function lineOf(given: Given): Line {
  const line: Line = [];
  for (const [key, value] of Object.entries(given)) line[at(key)] = value;
  return line;
}

const lowered = (value: unknown) => String(value).trim().toLowerCase();
const isEqual = (key: string, operand: unknown, value: Cell): boolean =>
  key === 'materialGroup'
    ? (words[String(operand)] ?? operand) === value
    : numberKeys.includes(key)
      ? Number(operand) === Number(value)
      : lowered(operand) === lowered(value);

function meets(condition: PriceCondition, given: Given): boolean {
  const { field: key } = condition;
  const value = given[key] ?? null;
  if (condition.isEmpty) return value === null;
  if (value === null) return false;
  if (condition.equals !== undefined) return isEqual(key, condition.equals, value);
  if (condition.in !== undefined) return condition.in.some((one) => isEqual(key, one, value));
  if (condition.startsWith !== undefined) return lowered(value).startsWith(lowered(condition.startsWith));
  if (condition.contains !== undefined) return lowered(value).includes(lowered(condition.contains));
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = condition;
  return Number(value) >= Number(from) && Number(value) <= Number(to);
}

const isOfUnit = ({ unitOfMeasure }: PriceRow, { unitOfMeasure: unit = null }: Given): boolean =>
  unitOfMeasure === unit ||
  (unit !== null && metresOf[String(unit)] !== undefined && metresOf[String(unitOfMeasure)] !== undefined);

function matches(row: PriceRow, given: Given): boolean {
  const x = row.points === null ? null : (given[row.points.field] ?? null);
  const sizes = row.points?.points.map(([size = 0]) => size) ?? [];
  const isInside = x !== null && Number(x) >= Math.min(...sizes) && Number(x) <= Math.max(...sizes);
  return (
    row.conditions.every((condition) => meets(condition, given)) &&
    (row.points === null || isInside) &&
    (row.driver === null || (given[row.driver] ?? null) !== null) &&
    (row.target !== 'materialUnitPrice' || isOfUnit(row, given))
  );
}

const isSingle = ({ equals, in: among, isEmpty }: PriceCondition) =>
  equals !== undefined || among !== undefined || isEmpty !== undefined;

// The larger comes first.
const rankOf = ({ conditions, points, sortOrder }: PriceRow): number[] => [
  conditions.length + (points === null ? 0 : 1),
  conditions.filter(isSingle).length,
  -(sortOrder ?? 1e9),
];

const compareRanks = (one: PriceRow, other: PriceRow): number =>
  rankOf(other)
    .map((rank, place) => rank - (rankOf(one)[place] ?? 0))
    .find((difference) => difference !== 0) ?? 0;

function figureOf({ points, value }: PriceRow, given: Given): Decimal {
  if (points === null) return decimal(String(value));
  const x = decimal(String(given[points.field]));
  const above = points.points.findIndex(([size = 0]) => x.lte(size));
  const [x1 = 0, y1 = 0] = points.points[above] ?? [];
  const [x0, y0 = 0] = points.points[above - 1] ?? [];
  if (x0 === undefined || points.between === 'next') return decimal(y1);
  return decimal(y0).plus(decimal(y1).minus(y0).times(x.minus(x0)).div(decimal(x1).minus(x0)));
}

type Outcome = { row: string; value: Cell } | { tied: string[] } | null;

// Tries every row of every book.
function triedByEach(books: readonly PriceBook[], target: string, given: Given, factor: string): Outcome {
  for (const { rows } of books) {
    const found = rows.filter((row) => row.target === target && matches(row, given)).sort(compareRanks);
    const [best] = found;
    if (best === undefined) continue;
    const tied = found.filter((row) => compareRanks(row, best) === 0).map(({ rowCode }) => rowCode);
    if (tied.length > 1) return { tied: tied.sort() };
    if (target === 'remarks') return { row: best.rowCode, value: best.value };
    const isMoney = target === 'materialUnitPrice';
    const unit = isMoney ? decimal(metresOf[String(given.unitOfMeasure)] ?? '1') : decimal(1);
    const ofRow = isMoney ? decimal(metresOf[String(best.unitOfMeasure)] ?? '1') : decimal(1);
    const exact = figureOf(best, given)
      .times(best.driver === null ? 1 : String(given[best.driver]))
      .times(isMoney ? factor : 1)
      .times(unit)
      .div(ofRow);
    return { row: best.rowCode, value: round(exact, 4).toFixed() };
  }
  return null;
}

const sizes = [0.5, 2, 4, 6, 8.625, 10];
const size = fc.constantFrom(...sizes, 3, 11);
const texts = ['Pipe SMLS ', 'pipe', 'ELBOW 90', ' Elbow', 'TEE'];
const condition: fc.Arbitrary<PriceCondition> = fc.oneof(
  fc.record({ field: fc.constant('nominalPipeSize'), equals: size }),
  fc.record({ field: fc.constant('nominalPipeSize'), in: fc.uniqueArray(size, { minLength: 1 }) }),
  fc.record({ field: fc.constant('nominalPipeSize'), from: size, to: size }),
  fc.record({ field: fc.constant('wallThickness'), from: size }),
  fc.record({ field: fc.constant('wallThickness'), to: size }),
  fc.record({ field: fc.constant('materialGroup'), equals: fc.constantFrom('Carbon steel', 'duplex') }),
  fc.record({ field: fc.constant('pipeSchedule'), equals: fc.constantFrom('std', ' STD', '40') }),
  fc.record({ field: fc.constant('description'), contains: fc.constantFrom(...texts) }),
  fc.record({ field: fc.constant('description'), startsWith: fc.constantFrom(...texts) }),
  fc.record({
    field: fc.constantFrom('nominalPipeSize', 'pipeSchedule', 'materialGroup'),
    isEmpty: fc.constant(true),
  }),
);
const figure = fc.integer({ min: -2_000_000, max: 2_000_000 }).map((millionths) => millionths / 1e5);
const points = fc.record({
  field: fc.constantFrom('nominalPipeSize', 'wallThickness'),
  between: fc.constantFrom('linear' as const, 'next' as const),
  points: fc
    .uniqueArray(size, { minLength: 2 })
    .chain((all) => fc.tuple(...all.sort((a, b) => a - b).map((x) => fc.tuple(fc.constant(x), figure)))),
});

const rest = { unitOfMeasure: null, driver: null, points: null };
const row = fc
  .record({
    target: fc.constantFrom('hoursPipeErection', 'materialUnitPrice', 'remarks'),
    conditions: fc.array(condition, { maxLength: 4 }),
    value: figure,
    points: fc.option(points),
    driver: fc.constantFrom('spoolCount', 'fieldPipeLength'),
    unitOfMeasure: fc.constantFrom('m', 'ft', 'EA'),
    sortOrder: fc.option(fc.integer({ min: 1, max: 2 })),
  })
  .map(({ target, conditions, sortOrder, ...own }) => {
    const given = { ...rest, target, conditions, sortOrder, discipline: 'piping' as const };
    if (target === 'remarks') return { ...given, value: `text ${own.value}` };
    const { unitOfMeasure, driver } = own;
    const figures = { points: own.points, value: own.points === null ? own.value : null };
    return { ...given, ...figures, ...(target === 'hoursPipeErection' ? { driver } : { unitOfMeasure }) };
  });
const books = fc
  .array(fc.array(row, { maxLength: 45 }), { minLength: 1, maxLength: 3 })
  .map((all) => all.map((rows, order) => bookOf(`B${order}`, rows)));

const given = fc.record({
  nominalPipeSize: fc.option(size),
  wallThickness: fc.option(size),
  materialGroup: fc.constantFrom('carbon-steel', 'duplex', null),
  pipeSchedule: fc.constantFrom('STD', '40', null),
  description: fc.option(fc.constantFrom('Pipe smls A106', 'elbow 90 LR', 'reducing tee')),
  spoolCount: fc.option(fc.integer({ min: 0, max: 20 })),
  fieldPipeLength: fc.option(fc.constantFrom(0.333333, 24.4, '12345678901234.567891')),
  unitOfMeasure: fc.constantFrom('m', 'ft', 'mm', 'EA', null),
  quantity: fc.constant(2),
});

function bookOf(code: string, rows: readonly Omit<PriceRow, 'priceBook' | 'rowCode'>[]): PriceBook {
  const own = rows.map((one, place) => ({ ...one, priceBook: code, rowCode: `${code}-${place}` }));
  return { code, currency: 'USD', readAt: 0, rows: own };
}

const targets = ['hoursPipeErection', 'materialUnitPrice', 'remarks'];

const rulesOf = (of: readonly PriceBook[], more: Partial<PricingRules> = {}): PricingRules => ({
  books: of,
  targets,
  overwrite: 'all',
  currency: 'CAD',
  moneyFactor: () => decimal('1.3501'),
  isStale: () => false,
  ...more,
});

const digitsOf = (value: Cell): Cell => (typeof value === 'number' ? decimal(value).toFixed() : value);

function chosen(prices: DisciplinePrices, line: Line, target: string): Outcome {
  const coverage = prices.coverage.find(({ table }) => table.target === target);
  if (coverage === undefined) return null;
  const before = coverage.ambiguous;
  const found = prices.of(line, null).find((price) => price.target === target);
  if (found !== undefined) return { row: found.row.row.rowCode, value: digitsOf(found.value) };
  if (coverage.ambiguous === before) return null;
  return { tied: coverage.table.tied.map((place) => coverage.table.rows[place]?.row.rowCode ?? '').sort() };
}

test('of many rows the same is chosen, with the same value, as by trying every row', () => {
  fc.assert(
    fc.property(books, fc.array(given, { minLength: 1, maxLength: 40 }), (of, lines) => {
      const prices = new DisciplinePrices('piping', rulesOf(of));
      for (const target of targets)
        for (const one of lines)
          expect(chosen(prices, lineOf(one), target)).toEqual(triedByEach(of, target, one, '1.3501'));
    }),
    { numRuns: 100 },
  );
});

const hours = (rows: Partial<PriceRow>[]) =>
  bookOf(
    'H',
    rows.map((one) => ({
      ...rest,
      target: 'hoursPipeErection',
      driver: 'spoolCount',
      discipline: 'piping' as const,
      conditions: [],
      value: 1,
      sortOrder: null,
      ...one,
    })),
  );

const single = { ...rulesOf([]), targets: ['hoursPipeErection'] };
const equals = (field: string, value: string | number): PriceCondition => ({ field, equals: value });

test('a line without a price names the row that fails least, and why', () => {
  const rows = hours([
    { conditions: [equals('nominalPipeSize', 30), equals('materialGroup', 'carbon-steel')] },
    { conditions: [equals('nominalPipeSize', 2), equals('materialGroup', 'carbon-steel')] },
  ]);
  const prices = new DisciplinePrices('piping', { ...single, books: [rows] });
  const line = lineOf({ nominalPipeSize: 30, materialGroup: 'duplex', spoolCount: 1 });
  expect(prices.of(line, null)).toEqual([]);
  const [group] = prices.coverage[0]?.groups ?? [];
  expect(group?.key).toEqual({ nominalPipeSize: 30, materialGroup: 'duplex' });
  const nearest = group && nearestRow(group.table, group.line);
  expect(nearest?.row.row.rowCode).toBe('H-0');
  expect(nearest?.failing).toEqual([
    { field: 'materialGroup', wanted: 'carbon-steel', is: 'duplex', reason: 'CONDITION' },
  ]);
});

test('a driver without a value and a unit of another dimension are the reasons of a row', () => {
  const rows = hours([{}, { target: 'materialUnitPrice', driver: null, unitOfMeasure: 'm' }]);
  const prices = new DisciplinePrices('piping', { ...rulesOf([rows]), targets: targets.slice(0, 2) });
  prices.of(lineOf({ unitOfMeasure: 'kg' }), null);
  const reasons = prices.coverage.map(({ groups: [group] }) => {
    const [failing] = (group && nearestRow(group.table, group.line)?.failing) ?? [];
    return [failing?.field, failing?.reason];
  });
  expect(reasons).toEqual([
    ['spoolCount', 'DRIVER'],
    ['unitOfMeasure', 'UNIT'],
  ]);
});

test('values of their own stay unless all are overwritten, and prices unless those are', () => {
  const ofRules = (overwrite: PricingRules['overwrite']) =>
    new DisciplinePrices('piping', { ...single, books: [hours([{}])], overwrite });
  const line = lineOf({ spoolCount: 3, hoursPipeErection: 7 });
  const pricing = { hoursPipeErection: ['H', 'H-9', 2, 'spoolCount', 0, 0] } as const;
  const counts = (prices: DisciplinePrices) => [prices.coverage[0]?.priced, prices.coverage[0]?.kept];
  for (const [overwrite, ofOwn, ofPrice] of [
    ['empty', [0, 1], [0, 1]],
    ['priced', [0, 1], [1, 0]],
    ['all', [1, 0], [1, 0]],
  ] as const) {
    const [own, priced] = [ofRules(overwrite), ofRules(overwrite)];
    own.of(line, null);
    priced.of(line, pricing);
    expect([overwrite, counts(own), counts(priced)]).toEqual([overwrite, [...ofOwn], [...ofPrice]]);
  }
});

test('a price is the same until its row gives another value or was changed since it was read', () => {
  const changed = new Set<string>();
  const prices = new DisciplinePrices('piping', {
    ...single,
    books: [hours([{}])],
    isStale: (_, rowCode) => changed.has(rowCode),
  });
  const line = lineOf({ spoolCount: 3, hoursPipeErection: 3 });
  const stored = { hoursPipeErection: ['H', 'H-0', 1, 'spoolCount', 0, 0] } as const;
  expect(prices.of(line, null)).toHaveLength(1);
  expect(prices.of(line, stored)).toEqual([]);
  expect(prices.of(lineOf({ spoolCount: 4, hoursPipeErection: 3 }), stored)).toHaveLength(1);
  changed.add('H-0');
  expect(prices.of(line, stored)).toHaveLength(1);
});
