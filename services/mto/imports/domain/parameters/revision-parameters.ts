import { jsonObject, jsonTexts } from '@consulting/imports/mapping';
import { addFaults, choice, fault, isObject, quoted, type Reading, text } from '@consulting/kernel/schema';
import {
  commonFields,
  type Discipline,
  fieldsNamed,
  findField,
  type MissingRule,
  missingRules,
  type RevisionParameters,
  revisionDefaults,
} from '@consulting/mto-engine';
import { readFilters } from '@consulting/mto-lines';

const matchKeysMax = 4;
const carryKeysMax = 10;
const revisionLengthMax = commonFields.find(({ key }) => key === 'revision')?.maxLength ?? 0;
const setByUpload = ['projectId', 'serviceId', 'discipline'];

export const revisionParts = {
  matchBy: jsonTexts().describe(
    'Mode revise: JSON array of one to four field keys by which rows find their lines. Default: sourceId, itemNumber or tag, the first of which the file has a column.',
  ),
  scope: jsonObject().describe(
    'Mode revise: a filter as in a search for the lines that the file may change or lack. Default: all lines of the service in the disciplines of the file.',
  ),
  carryFrom: jsonTexts().describe(
    'Mode revise: JSON array of field keys; a new line takes crew, hours and prices from the lines that are alike in these, where those agree with each other.',
  ),
  missing: choice(missingRules, 'MissingRule').describe(
    'Mode revise: what becomes of lines in scope that the file has not. Default void.',
  ),
  revision: text(revisionLengthMax).describe(
    'Mode revise: the revision that every line gets which is changed, added or removed.',
  ),
};

export interface GivenRevision {
  matchBy: string[] | null;
  scope: Record<string, unknown> | null;
  carryFrom: string[] | null;
  missing: MissingRule | null;
  revision: string | null;
}

export function readRevision(
  mode: string,
  given: GivenRevision,
  discipline: Discipline | null,
  reading: Reading,
): RevisionParameters | null {
  if (mode !== 'revise') {
    for (const [part, value] of Object.entries(given))
      if (value !== null) fault(reading, part, 'UNKNOWN_FIELD', 'is a part of mode revise alone');
    return null;
  }
  const { matchBy, scope, carryFrom, missing, revision } = given;
  if (matchBy !== null) checkKeys('matchBy', matchBy, matchKeysMax, discipline, reading);
  if (carryFrom !== null) checkKeys('carryFrom', carryFrom, carryKeysMax, discipline, reading);
  if (scope !== null) checkScope(scope, discipline, reading);
  return {
    matchBy,
    scope,
    revision,
    carryFrom: carryFrom ?? revisionDefaults.carryFrom,
    missing: missing ?? revisionDefaults.missing,
  };
}

function checkKeys(
  at: string,
  keys: readonly string[],
  keysMax: number,
  discipline: Discipline | null,
  reading: Reading,
): void {
  if (keys.length === 0 || keys.length > keysMax)
    fault(reading, at, 'MAX_LENGTH', `must be 1 to ${keysMax} field keys`, {
      minItems: 1,
      maxItems: keysMax,
    });
  if (new Set(keys).size !== keys.length) fault(reading, at, 'DUPLICATE', 'has a key twice');
  for (const key of keys.slice(0, keysMax)) {
    const field = discipline === null ? fieldsNamed(key)[0] : findField(discipline, key);
    if (field === undefined)
      fault(reading, at, 'UNKNOWN_FIELD', `${JSON.stringify(quoted(key))} is not a field`);
    else if (field.computed !== undefined || setByUpload.includes(key))
      fault(reading, at, 'READ_ONLY', `${key} is not read from a file`);
  }
}

function checkScope(scope: Record<string, unknown>, discipline: Discipline | null, reading: Reading): void {
  const found: Reading = { faults: [] };
  if (isObject(scope)) readFilters(scope, discipline, found);
  const named = found.faults.map((one) => ({ ...one, field: one.field.replace(/^filters/, 'scope') }));
  addFaults(reading.faults, named);
}
