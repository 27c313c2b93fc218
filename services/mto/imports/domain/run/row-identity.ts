import {
  type Cell,
  fieldsNamed,
  findField,
  isNumeric,
  positionOf,
  withoutZeros,
} from '@consulting/mto-engine';
import { keySeparator } from '../../store/revision-matching';
import type { LineReader } from '../rows/line-reader';
import type { SheetSurvey } from '../survey/sheet-survey';

const usualKeys = ['sourceId', 'itemNumber', 'tag'];

export const hasColumn = (surveys: readonly SheetSurvey[], key: string): boolean =>
  surveys.some(({ disciplines }) =>
    [...disciplines.values()].some(({ fields }) => fields.some(({ field }) => field.key === key)),
  );

export const hasIdColumn = (surveys: readonly SheetSurvey[]): boolean =>
  surveys.some(({ disciplines }) => [...disciplines.values()].some(({ idColumn }) => idColumn !== null));

/** The keys that a revision could be matched by, the usual one first (estimating.md 25.2). */
export const identityKeys = (surveys: readonly SheetSurvey[]): string[] =>
  usualKeys.filter((key) => hasColumn(surveys, key));

export function identityOf({ discipline, line }: LineReader, keys: readonly string[]): string | null {
  const texts = keys.map((key) => {
    const field = findField(discipline, key);
    return field === undefined ? '' : textOf(line[positionOf(discipline, key)] ?? null, isNumeric(field));
  });
  return texts.some((text) => text !== '') ? texts.join(keySeparator) : null;
}

function textOf(cell: Cell, isNumber: boolean): string {
  if (cell === null) return '';
  const text = String(cell);
  if (!isNumber || !text.includes('.')) return text;
  const [whole = '', decimals = ''] = text.split('.');
  const rest = withoutZeros(decimals);
  return rest === '' ? whole : `${whole}.${rest}`;
}

export const labelsOf = (keys: readonly string[]): string =>
  keys.map((key) => fieldsNamed(key)[0]?.label ?? key).join(' + ');
