import type { GivenMessage } from '@consulting/imports/run/message-list';
import { ImportFailure } from '@consulting/imports/task/task-model';
import { type Cell, commonFields, commonPosition, fieldsOf, isCommercial } from '@consulting/mto-engine';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import { keySeparator } from '../../store/line-identity';
import type { AmbiguousKey } from '../../store/revision-matching';
import { hasColumn, identityKeys, labelsOf } from '../survey/identity-columns';
import type { SheetSurvey } from '../survey/sheet-survey';

const revisionAt = commonPosition('revision');
const namedMax = 10;

/** @throws ImportFailure NO_IDENTITY */
export function requireIdentity(asked: readonly string[] | null, surveys: readonly SheetSurvey[]): string[] {
  const keys = asked ?? identityKeys(surveys).slice(0, 1);
  const absent = keys.filter((key) => !hasColumn(surveys, key));
  if (keys.length > 0 && absent.length === 0) return [...keys];
  const message =
    keys.length === 0
      ? 'No column is read as Source ID, Item No. or Tag No. Name with matchBy what the rows are known by.'
      : `No column is read as ${labelsOf(absent)}, which matchBy names.`;
  throw new ImportFailure('NO_IDENTITY', message);
}

export function leavesEmpty(revision: string | null) {
  return (position: number, value: Cell, discipline: Parameters<typeof fieldsOf>[0]): boolean => {
    if (position === revisionAt && revision !== null) return true;
    if (value !== null) return false;
    const field = fieldsOf(discipline)[position];
    return field !== undefined && isCommercial(field);
  };
}

export const missingRemark = (revision: string | null): string =>
  revision === null ? 'Not in the revised takeoff.' : `Not in revision ${revision}.`;

export function ambiguityOf(
  found: readonly AmbiguousKey[],
  matchBy: readonly string[],
  surveys: readonly SheetSurvey[],
) {
  const label = labelsOf(matchBy);
  const sentences = found.map(({ key, rows, lines }) => {
    const value = quotable(key.replaceAll(keySeparator, ' / '));
    const inFile = rows.length > 1 ? `rows ${rows.join(', ')} of the file` : `row ${rows[0]} of the file`;
    return `${label} "${value}": ${inFile}${lines > 1 ? `, ${lines} lines of the takeoff` : ''}`;
  });
  const count = found[0]?.count ?? 0;
  const more = count > namedMax ? ` And ${count - namedMax} more.` : '';
  const message = `Values of ${label} do not find one line each. ${sentences.slice(0, namedMax).join('; ')}.${more}`;
  const warnings = found.map(({ sheet, rows }, at): GivenMessage => {
    const field = matchBy.length === 1 ? matchBy[0] : null;
    return {
      code: 'MATCH_AMBIGUOUS',
      kind: String(at),
      sheet: surveys[sheet]?.sheet.name ?? null,
      rows,
      count: Math.max(1, rows.length),
      ...(commonFields.some(({ key }) => key === field) && { field: field ?? null }),
      message: `${sentences[at]}.`,
    };
  });
  return { message, warnings };
}
