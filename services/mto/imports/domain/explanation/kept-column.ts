import type { SurveyedColumn } from '@consulting/mto-engine';
import { quotable } from '@consulting/spreadsheet/table/cell-text';

export const proposedMin = 0.8;

type Mapping = Record<string, string | null>;

interface KeptColumn {
  kept: SurveyedColumn | null;
  why: string;
  mapping: Mapping;
}

const isDecided = ({ how }: SurveyedColumn): boolean => how === 'mapping' || how === 'profile';

/** What a column should be read as, where its proposal may be applied unseen; null where it stays as it is. */
export function fieldProposed(column: SurveyedColumn): string | null {
  const [best] = column.proposals;
  if (best === undefined || best.confidence < proposedMin || isDecided(column)) return null;
  return best.field;
}

const named = ({ column, header }: SurveyedColumn): string => `${column} "${quotable(header)}"`;

/**
 * Of several columns for one field the product of two others goes first, then the fuller, then the earlier
 * (extensions.md 1.2).
 */
export function keptColumn(
  field: string,
  columns: readonly SurveyedColumn[],
  all: readonly SurveyedColumn[],
  nameOf: (letters: string) => string,
): KeptColumn {
  const proved = all.find((column) => fieldProposed(column) === field);
  const free = columns.filter((column) => (fieldProposed(column) ?? field) === field);
  const [fullest, next] = free.toSorted((one, other) => other.filled - one.filled);
  const kept = proved ?? free.find(isDecided) ?? fullest ?? null;
  const others = columns.filter((column) => column !== kept);
  const mapping: Mapping = Object.fromEntries(
    others.map((column) => {
      const own = fieldProposed(column);
      return [nameOf(column.column), own === field ? null : own];
    }),
  );
  if (kept !== null && kept.field !== field) mapping[nameOf(kept.column)] = field;
  return { kept, why: kept === null ? '' : reason(kept, proved === kept, next), mapping };
}

function reason(kept: SurveyedColumn, isProved: boolean, next: SurveyedColumn | undefined): string {
  const what = `${named(kept)} is read`;
  if (isProved) return `${what}, because ${kept.proposals[0]?.why}`;
  if (isDecided(kept)) return `${what}, because it is mapped`;
  if (next !== undefined && next !== kept && next.filled < kept.filled)
    return `${what}, because it has ${kept.filled} values and ${named(next)} has ${next.filled}`;
  return `${what}, because it comes first`;
}

/** Columns whose field the rows prove to be that of another column. */
export function displacedColumns(
  columns: readonly SurveyedColumn[],
): { field: string; all: SurveyedColumn[] }[] {
  return columns.flatMap((proved) => {
    const field = fieldProposed(proved);
    if (field === null || field === proved.field) return [];
    const others = columns.filter(
      (column) => column !== proved && column.field === field && !isDecided(column),
    );
    return others.length === 0 ? [] : [{ field, all: [...others, proved] }];
  });
}
