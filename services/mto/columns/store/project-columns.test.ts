import { describe, expect, test } from 'bun:test';
import { findSearchField, type SearchField } from '@consulting/mto-engine/fields/search-field';
import type { Condition } from '@consulting/mto-lines';
import fc from 'fast-check';
import { columnFields } from './column-fields';
import { LineChunks } from './line-chunks';
import { type ColumnFilter, ProjectColumns } from './project-columns';

type Values = Record<string, string>;
interface Line {
  id: string;
  values: Values;
}

const chunks = new LineChunks();

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');

const read = ({ id, values }: Line, fields: readonly SearchField[] = columnFields): LineChunks =>
  chunks.read(Buffer.from(`${[id, ...fields.map(({ key }) => escaped(values[key] ?? ''))].join('\t')}\n`));

const uuid = (n: number) =>
  n
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-7000-8000-000000000000');

function columnsOf(lines: readonly Line[]): ProjectColumns {
  const columns = new ProjectColumns(10);
  readInto(columns, columnFields, lines);
  return columns;
}

function readInto(columns: ProjectColumns, fields: readonly SearchField[], lines: readonly Line[]): void {
  const reading = columns.read(fields);
  for (const line of lines) reading.add(read(line, fields));
  reading.join();
}

function field(key: string) {
  const found = findSearchField(key, null);
  if (!found) throw new RangeError(key);
  return found;
}

const all: ColumnFilter = { serviceId: null, discipline: null, criteria: null };
const where = (...conditions: Condition[]): ColumnFilter => ({
  ...all,
  criteria: { logicalOperator: 'AND', conditions },
});

/** With this many lines values take four bytes, texts are compared by parts, and no list is sorted whole. */
const count = 70_000;
const spread = (n: number, range: number) => (Math.imul(n, 2654435761) >>> 8) % range;
const many: Line[] = Array.from({ length: count }, (_, n) => ({
  id: uuid(spread(n, 1 << 24) * 100_000 + n),
  values: {
    description: `A long beginning that all have, ${n % 3 ? 'PIPE' : 'pipe'} number ${spread(n, 60_000)} end`,
    area: n % 5 === 0 ? '' : `Area ${n % 7}`,
    quantity: n % 11 === 0 ? '' : String(spread(n, 50_000) / 8),
    itemNumber: String(1 + spread(n * 7, count)),
    status: ['void', 'issued', ''][n % 3] ?? '',
  },
}));
const columns = columnsOf(many);

const numberKeys = ['quantity', 'itemNumber'];

function compare(key: string, one: string, other: string): number {
  if (numberKeys.includes(key)) return Number(one) - Number(other);
  const [a, b] = [loweredOf(one), loweredOf(other)];
  return a.compare(b);
}

const lowered = new Map<string, Buffer>();

function loweredOf(text: string): Buffer {
  const known = lowered.get(text) ?? Buffer.from(text.toLowerCase());
  lowered.set(text, known);
  return known;
}

function sorted(lines: readonly Line[], key: string, sign: 1 | -1): string[] {
  return lines
    .toSorted((one, other) => {
      const [a = '', b = ''] = [one.values[key], other.values[key]];
      if (a === '' || b === '') {
        if (a !== b) return a === '' ? 1 : -1;
      } else {
        const order = compare(key, a, b);
        if (order !== 0) return order * sign;
      }
      return one.id < other.id ? -1 : 1;
    })
    .map(({ id }) => id);
}

const idsOf = (positions: readonly { id: string }[]) => positions.map(({ id }) => id);

describe('columns of many lines', () => {
  test.each(['description', 'area', 'quantity', 'itemNumber'])(
    'sort by %s in both directions, at the start, within and at the end, and go on behind a position',
    (key) => {
      for (const [direction, sign] of [
        ['asc', 1],
        ['desc', -1],
      ] as const) {
        const expected = sorted(many, key, sign);
        const sort = [{ field: field(key), direction }];
        for (const skip of [0, 31_234, count - 20]) {
          const { positions, total } = columns.find(all, sort, { skip, limit: 20 });
          expect(total).toBe(count);
          expect(idsOf(positions)).toEqual(expected.slice(skip, skip + 20));
          const last = positions.at(-1);
          const behind = last ? columns.findBehind(all, sort, last, 20) : [];
          expect(idsOf(behind)).toEqual(expected.slice(skip + 20, skip + 40));
        }
      }
    },
    300_000,
  );

  test.each([
    [{ field: field('description'), operator: 'contains', operands: ['PIPE NUMBER 1'] }],
    [{ field: field('description'), operator: 'endsWith', operands: ['7 END'] }],
    [{ field: field('quantity'), operator: 'between', operands: [100, 200.5] }],
    [{ field: field('area'), operator: 'notEquals', operands: ['AREA 3'] }],
  ] as [Condition][])('find what meets %j', (one) => {
    const [first, second] = one.operands;
    const isMet = ({ values }: Line): boolean => {
      const text = (values[one.field.key] ?? '').toLowerCase();
      if (one.operator === 'contains') return text.includes(String(first).toLowerCase());
      if (one.operator === 'endsWith') return text.endsWith(String(first).toLowerCase());
      if (one.operator === 'notEquals') return text !== String(first).toLowerCase();
      return text !== '' && Number(text) >= Number(first) && Number(text) <= Number(second);
    };
    const expected = sorted(many.filter(isMet), 'description', 1);
    const sort = [{ field: field('description'), direction: 'asc' as const }];
    const { positions, total } = columns.find(where(one), sort, { skip: 5, limit: 50 });
    expect(total).toBe(expected.length);
    expect(total).toBeGreaterThan(100);
    expect(idsOf(positions)).toEqual(expected.slice(5, 55));
  });

  test.each(['description', 'area', 'quantity', 'status'])('count the distinct values of %s', (key) => {
    const counts = new Map<string, number>();
    for (const { values } of many) counts.set(values[key] ?? '', (counts.get(values[key] ?? '') ?? 0) + 1);
    const question = { field: field(key), search: null, limit: 50 };
    const found = columns.countDistinct(all, question);
    expect(found.emptyCount).toBe(counts.get('') ?? 0);
    counts.delete('');
    expect(found.total).toBe(counts.size);
    for (const { text, count } of found.data)
      expect({ text, count }).toEqual({ text, count: counts.get(text) ?? 0 });
    const listed = found.data.map(({ text }) => text);
    if (key !== 'status')
      expect(listed.map((text) => text.toLowerCase())).toEqual(
        [...counts.keys()]
          .sort((one, other) => compare(key, one, other))
          .slice(0, 50)
          .map((text) => text.toLowerCase()),
      );
  });
});

describe('columns that change', () => {
  test('hold what lines are after any changes, removals and additions', () => {
    const values = fc.record({
      tag: fc.constantFrom('', 'a', 'B', 'Ä', '𝒳', '\ue000', 'b'),
      quantity: fc.constantFrom('', '1', '-2.5', '0.000001', '10'),
    });
    const change = fc.record({ n: fc.integer({ min: 0, max: 30 }), values: fc.option(values) });
    fc.assert(
      fc.property(fc.array(values, { maxLength: 20 }), fc.array(fc.array(change)), (start, rounds) => {
        const lines = new Map<string, Line>(start.map((own, n) => [uuid(n), { id: uuid(n), values: own }]));
        const changing = columnsOf([...lines.values()]);
        for (const round of rounds) {
          for (const { n, values } of round) {
            const line = values && { id: uuid(n), values };
            if (line) {
              changing.change(read(line));
              lines.set(line.id, line);
            } else {
              changing.remove(uuid(n));
              lines.delete(uuid(n));
            }
          }
          expect(changing.lineCount).toBe(lines.size);
          for (const key of ['tag', 'quantity'])
            for (const [direction, sign] of [
              ['asc', 1],
              ['desc', -1],
            ] as const) {
              const sort = [{ field: field(key), direction }];
              const { positions } = changing.find(all, sort, { skip: 0, limit: 50 });
              expect(idsOf(positions)).toEqual(sorted([...lines.values()], key, sign));
            }
        }
      }),
    );
  });

  test('know that a number has more digits than a double, and leave it to the table', () => {
    const known = columnsOf([{ id: uuid(1), values: { quantity: '0.1', totalCost: '12345678901.123456' } }]);
    expect(known.canAnswer([field('quantity')])).toBe(true);
    expect(known.canAnswer([field('quantity'), field('totalCost')])).toBe(false);
  });
});
