import type { Database } from '@consulting/kernel/postgres';
import {
  boolean,
  commaSeparated,
  fault,
  quoted,
  type Reading,
  type WrittenRecords,
} from '@consulting/kernel/schema';
import {
  allKeys,
  type Discipline,
  disciplineLabels,
  fieldsNamed,
  findField,
  type LineRecord,
  lineRecord,
  type StoredLine,
  serverKeys,
  writeLines,
} from '@consulting/mto-engine';
import type { LineSource } from '../../store/rows/line-source';
import { listChosenById, listLinesById } from '../../store/writes/takeoff-line';

export const chosenKeysFields = {
  fields: commaSeparated(serverKeys.length + allKeys.length).describe(
    'Only these keys of each line, in addition to id and version; a line has those that its discipline has.',
  ),
  omitEmpty: boolean().default(false).describe('Leaves out the keys of each line that are null.'),
};

export interface ChosenKeys {
  keys: readonly string[] | null;
  isWithoutEmpty: boolean;
}

export const wholeLines: ChosenKeys = { keys: null, isWithoutEmpty: false };

export function checkKeys(
  keys: readonly string[],
  others: readonly string[],
  at: string,
  discipline: Discipline | null,
  reading: Reading,
): void {
  const isField = (key: string) =>
    discipline === null ? fieldsNamed(key).length > 0 : findField(discipline, key) !== undefined;
  const isKnown = (key: string) => others.includes(key) || isField(key);
  const of = discipline === null ? 'any discipline' : disciplineLabels[discipline];
  for (const key of keys)
    if (!isKnown(key))
      fault(reading, at, 'UNKNOWN_FIELD', `${quoted(key)} is not a known field of ${of}`, {
        notAllowed: [quoted(key)],
      });
}

export async function readLines(
  db: Database,
  projectId: string,
  ids: readonly string[],
  { keys, isWithoutEmpty }: ChosenKeys,
  source?: LineSource,
): Promise<object[] | WrittenRecords> {
  if (keys === null && !isWithoutEmpty) return writeLines(await listLinesById(db, projectId, ids, source));
  const records =
    keys === null
      ? (await listLinesById(db, projectId, ids, source)).map(lineRecord)
      : await listChosenById(db, projectId, ids, keys, source);
  return isWithoutEmpty ? records.map(withoutEmpty) : records;
}

export function chosenOf(line: StoredLine, { keys, isWithoutEmpty }: ChosenKeys): object {
  const record = lineRecord(line);
  const chosen = keys === null ? record : onlyKeys(record, keys);
  return isWithoutEmpty ? withoutEmpty(chosen) : chosen;
}

const onlyKeys = (record: LineRecord, keys: readonly string[]): object =>
  Object.fromEntries(
    [...new Set(['id', 'version', ...keys])].flatMap((key) =>
      Object.hasOwn(record, key) ? [[key, record[key]]] : [],
    ),
  );

const withoutEmpty = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
