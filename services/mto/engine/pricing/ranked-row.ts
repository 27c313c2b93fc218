import { type Discipline, findField, positionOf } from '@consulting/takeoff-fields';
import { type ConditionTest, conditionTest, isExact, type PriceCondition, type PriceRow } from './condition';

export interface PriceBook {
  code: string;
  currency: string | null;
  // Rows that were changed later than this are not among `rows`.
  readAt: number;
  rows: readonly PriceRow[];
}

export interface RankedRow {
  row: PriceRow;
  book: PriceBook;
  order: number;
  tests: readonly ConditionTest[];
  exact: number;
}

// The points field counts as one range condition.
function conditionsOf({ conditions, points }: PriceRow): readonly PriceCondition[] {
  const [first, last] = [points?.points[0]?.[0], points?.points.at(-1)?.[0]];
  if (points === null || first === undefined || last === undefined) return conditions;
  return [...conditions, { field: points.field, from: first, to: last }];
}

const sortOrderOf = ({ row }: RankedRow): number => row.sortOrder ?? Number.MAX_SAFE_INTEGER;

const byRank = (one: RankedRow, other: RankedRow): number =>
  one.order - other.order ||
  other.tests.length - one.tests.length ||
  other.exact - one.exact ||
  sortOrderOf(one) - sortOrderOf(other);

export const isTied = (one: RankedRow, other: RankedRow): boolean => byRank(one, other) === 0;

// Fields that the discipline does not have are empty in every line of it.
const isKnown = ({ discipline, conditions, driver, points }: PriceRow): boolean =>
  [...conditions.map(({ field }) => field), driver ?? [], points?.field ?? []]
    .flat()
    .every((key) => findField(discipline, key) !== undefined);

// Of each target the rows of all books, best first.
export function rankedRows(
  books: readonly PriceBook[],
  discipline: Discipline,
): ReadonlyMap<string, readonly RankedRow[]> {
  const rows = books.flatMap((book, order) =>
    book.rows
      .filter((row) => row.discipline === discipline && isKnown(row))
      .map((row): RankedRow => {
        const conditions = conditionsOf(row);
        const tests = conditions.flatMap((condition) => {
          const field = findField(discipline, condition.field);
          return field === undefined
            ? []
            : [conditionTest(field, positionOf(discipline, field.key), condition)];
        });
        return { row, book, order, tests, exact: conditions.filter(isExact).length };
      }),
  );
  return Map.groupBy(rows.sort(byRank), ({ row }) => row.target);
}
