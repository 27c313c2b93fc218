import type { PriceCondition, PriceRow } from './price-row';

export interface Heading {
  key: string;
  condition: PriceCondition;
}

export interface SizeCell {
  row: PriceRow;
  value: PriceRow['value'];
}

export interface SizeTable {
  key: string;
  // What all rows of the table have in common.
  like: Pick<PriceRow, 'target' | 'discipline' | 'driver' | 'unitOfMeasure' | 'conditions'>;
  down: readonly Heading[];
  across: readonly Heading[];
  cellAt: (down: Heading, across: Heading) => SizeCell | undefined;
  cellCount: number;
}

interface Place {
  heading: Heading;
  value: PriceRow['value'];
}

const headingOf = (condition: PriceCondition): Heading => ({ key: JSON.stringify(condition), condition });

function placesOf({ conditions, points, value }: PriceRow, field: string): Place[] {
  const condition = conditions.find((one) => one.field === field);
  if (condition) return [{ heading: headingOf(condition), value }];
  if (points?.field !== field) return [];
  return points.points.map(([x = 0, y = 0]) => ({ heading: headingOf({ field, equals: x }), value: y }));
}

const sizeOf = ({ condition: { equals, from, to, in: values } }: Heading) =>
  equals ?? from ?? values?.[0] ?? to ?? '';

function bySize(one: Heading, other: Heading): number {
  const [a, b] = [sizeOf(one), sizeOf(other)];
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

// Rows that are alike but for two fields are a table; of several rows for one cell the first is in it.
export function tablesOf(rows: readonly PriceRow[], down: string, across: string): SizeTable[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(likeOf(row, down, across)));
  const tables = [...groups].map(([key, members]) => {
    const cells = new Map<string, SizeCell>();
    const headings = { down: new Map<string, Heading>(), across: new Map<string, Heading>() };
    for (const row of members)
      for (const one of placesOf(row, down))
        for (const other of placesOf(row, across)) {
          const at = `${one.heading.key} ${other.heading.key}`;
          if (cells.has(at)) continue;
          headings.down.set(one.heading.key, one.heading);
          headings.across.set(other.heading.key, other.heading);
          cells.set(at, {
            row,
            value: row.points ? (row.points.field === down ? one : other).value : row.value,
          });
        }
    return {
      key,
      like: likeOf(members[0] as PriceRow, down, across),
      down: [...headings.down.values()].sort(bySize),
      across: [...headings.across.values()].sort(bySize),
      cellAt: (one: Heading, other: Heading) => cells.get(`${one.key} ${other.key}`),
      cellCount: cells.size,
    };
  });
  return tables
    .filter(({ down, across }) => down.length > 1 && across.length > 1)
    .sort((one, other) => other.cellCount - one.cellCount);
}

function likeOf(
  { target, discipline, driver, unitOfMeasure, conditions }: PriceRow,
  down: string,
  across: string,
) {
  const others = conditions.filter(({ field }) => field !== down && field !== across);
  const sorted = others.toSorted((one, other) => one.field.localeCompare(other.field));
  return { target, discipline, driver, unitOfMeasure, conditions: sorted };
}

// Fields in which rows differ, those with most values first.
export function differingFields(rows: readonly PriceRow[]): string[] {
  const values = new Map<string, Set<string>>();
  const note = (field: string, value: unknown) =>
    values.set(field, (values.get(field) ?? new Set()).add(JSON.stringify(value)));
  for (const { conditions, points } of rows) {
    for (const condition of conditions) note(condition.field, condition);
    for (const [x] of points?.points ?? []) note(points?.field ?? '', x);
  }
  return [...values]
    .filter(([, distinct]) => distinct.size > 1)
    .sort(([, one], [, other]) => other.size - one.size)
    .map(([field]) => field);
}

// The two fields whose largest table has most cells.
export function usualFields(rows: readonly PriceRow[], fields: readonly string[]): [string, string] | null {
  const tried = fields.slice(0, 6);
  const pairs = tried.flatMap((down, at) =>
    tried.slice(at + 1).map((across) => ({
      pair: [down, across] as [string, string],
      cells: tablesOf(rows, down, across)[0]?.cellCount ?? 0,
    })),
  );
  const best = pairs.toSorted((one, other) => other.cells - one.cells)[0];
  return best && best.cells > 0 ? best.pair : null;
}
