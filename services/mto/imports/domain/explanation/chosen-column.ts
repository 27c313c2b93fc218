import type { SurveyedColumn } from '@consulting/mto-engine';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import { certainFrom } from '../proposal/candidate';
import { unitPrices } from '../proposal/place';

type Mapping = Record<string, string | null>;

interface ChosenColumn {
  chosen: SurveyedColumn | null;
  why: string;
  mapping: Mapping;
}

const isDecided = ({ how }: SurveyedColumn): boolean => how === 'mapping' || how === 'profile';

// What a column should be read as, where its proposal may be applied unseen; null where it stays as it is.
export function fieldProposed(column: SurveyedColumn): string | null {
  const [best] = column.proposals;
  if (best === undefined || best.confidence < certainFrom || isDecided(column)) return null;
  return best.field;
}

const named = ({ column, header }: SurveyedColumn): string => `${column} "${quotable(header)}"`;

/**
 * Of several columns for one field the product of two others goes first, then the fuller, then the earlier
 * (extensions.md 1.2).
 */
export function chosenColumn(
  field: string,
  columns: readonly SurveyedColumn[],
  all: readonly SurveyedColumn[],
  nameOf: (letters: string) => string,
): ChosenColumn {
  const proved = all.find((column) => fieldProposed(column) === field);
  const free = columns.filter((column) => (fieldProposed(column) ?? field) === field);
  const [fullest, next] = free.toSorted((one, other) => other.filled - one.filled);
  const chosen = proved ?? free.find(isDecided) ?? fullest ?? null;
  const others = columns.filter((column) => column !== chosen);
  const mapping: Mapping = Object.fromEntries(
    others.map((column) => {
      const own = fieldProposed(column);
      return [nameOf(column.column), own === field || own === column.field ? null : own];
    }),
  );
  if (chosen !== null && chosen.field !== field) mapping[nameOf(chosen.column)] = field;
  return { chosen, why: chosen === null ? '' : reason(chosen, proved === chosen, next), mapping };
}

function reason(chosen: SurveyedColumn, isProved: boolean, next: SurveyedColumn | undefined): string {
  const what = `${named(chosen)} is read`;
  if (isProved) return `${what}, because ${chosen.proposals[0]?.why}`;
  if (isDecided(chosen)) return `${what}, because it is mapped`;
  if (next !== undefined && next !== chosen && next.filled < chosen.filled)
    return `${what}, because it has ${chosen.filled} values and ${named(next)} has ${next.filled}`;
  return `${what}, because it comes first`;
}

// The price that multiplies to the amount is the whole one, of which other unit prices are parts.
const isSameFigure = (one: string | null, other: string): boolean =>
  one === other || (unitPrices.includes(other) && unitPrices.includes(one ?? ''));

// Columns whose field the rows prove to be that of another column.
export function displacedColumns(
  columns: readonly SurveyedColumn[],
): { field: string; all: SurveyedColumn[] }[] {
  return columns.flatMap((proved) => {
    const field = fieldProposed(proved);
    if (field === null || field === proved.field) return [];
    const others = columns.filter(
      (column) => column !== proved && isSameFigure(column.field, field) && !isDecided(column),
    );
    return others.length === 0 ? [] : [{ field, all: [...others, proved] }];
  });
}
