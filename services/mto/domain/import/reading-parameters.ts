import { addFault, type Fault, quoted } from '@consulting/kernel/errors';
import { isObject } from '@consulting/kernel/fields/composite';
import { Field, fault, INVALID, type Kind, type Reading } from '@consulting/kernel/fields/field';
import { isStorable, notStorable } from '@consulting/kernel/text';
import { columnLetters } from '@consulting/spreadsheet/cell';
import type { Discipline } from '../../fields/discipline';
import type { Field as LineField } from '../../fields/field';
import type { ReadingParameters } from '../../fields/import-parameters';
import type { Cell } from '../../fields/line';
import { fieldsNamed, findField } from '../../fields/registry';
import { lineField } from '../line/input';

export const idKey = 'mtoId';
const setByUpload = ['projectId', 'serviceId'];
export const entriesMax = 1000;
const skipped: ReadingParameters['headings'] = 'skip';

type Mapping = ReadingParameters['mapping'];

export const jsonObject = () =>
  new Field<Record<string, unknown> | null>({
    schema: { type: 'string', contentMediaType: 'application/json' },
    read: readJsonObject,
  });

const readJsonObject: Kind<Record<string, unknown>>['read'] = (text, at, reading) => {
  try {
    return readObject(JSON.parse(String(text)), at, reading);
  } catch {
    return fault(reading, at, 'FORMAT', 'must be valid JSON');
  }
};

/** An object whose keys and values are read when the discipline is known. */
export const readObject: Kind<Record<string, unknown>>['read'] = (value, at, reading) => {
  if (!isObject(value)) return fault(reading, at, 'TYPE', 'must be a JSON object');
  if (Object.keys(value).length <= entriesMax) return value;
  return fault(reading, at, 'MAX_LENGTH', `must have at most ${entriesMax} keys`);
};

/** How a `mapping` names headers: whole text, ignoring case and surrounding blanks. */
export const mappedHeader = (header: string) => header.trim().toLowerCase();

interface MappedColumn {
  index: number;
  header: string;
}

/**
 * The names by which a `mapping` may mean a column, the most precise first: on its sheet, on every sheet, by its header
 * (extensions.md 1.4).
 */
export const mappingNames = (sheet: string, { index, header }: MappedColumn): string[] => {
  const letters = `[${columnLetters(index).toLowerCase()}]`;
  return [`${mappedHeader(sheet)}!${letters}`, letters, mappedHeader(header)];
};

/** The field key that the mapping gives a column, null to leave it out, undefined when it does not name the column. */
export function mappedKey(mapping: Mapping, sheet: string, column: MappedColumn): string | null | undefined {
  const name = mappingNames(sheet, column).find((one) => Object.hasOwn(mapping, one));
  return name === undefined ? undefined : mapping[name];
}

export function readMapping(
  given: Record<string, unknown>,
  discipline: Discipline | null,
  reading: Reading,
): Mapping {
  const mapping = new Map<string, string | null>();
  for (const [header, key] of Object.entries(given)) {
    const at = `mapping.${header}`;
    const name = mappedHeader(header);
    if (name === '') fault(reading, at, 'FORMAT', 'must name a header');
    else if (!isStorable(name)) fault(reading, at, 'INVALID_CHARACTER', notStorable);
    else if (mapping.has(name)) fault(reading, at, 'DUPLICATE', 'is given twice');
    else if (key === null) mapping.set(name, null);
    else if (typeof key !== 'string') fault(reading, at, 'TYPE', 'must be a field key or null');
    else if (key === idKey) mapping.set(name, key);
    else if (fieldsToSet(key, discipline, at, reading) !== INVALID) mapping.set(name, key);
  }
  return Object.fromEntries(mapping);
}

export function readDefaults(
  given: Record<string, unknown>,
  discipline: Discipline | null,
  reading: Reading,
): Record<string, Cell> {
  const defaults: Record<string, Cell> = {};
  for (const [key, value] of Object.entries(given)) {
    const at = `defaults.${key}`;
    const fields = fieldsToSet(key, discipline, at, reading);
    if (fields === INVALID || value === null) continue;
    const read = readForAll(fields, value, at, reading);
    if (read !== INVALID && read !== null) defaults[key] = read;
  }
  return defaults;
}

/** `skip`, or the key of a text field that headings fill. */
export function readHeadings(given: string | null, discipline: Discipline | null, reading: Reading): string {
  if (given === null || given === skipped) return skipped;
  const fields = fieldsToSet(given, discipline, 'headings', reading);
  if (fields === INVALID) return skipped;
  const isText = fields.every(({ type }) => type === 'text');
  if (!isText) fault(reading, 'headings', 'TYPE', `must be skip or a text field, which ${given} is not`);
  return given;
}

function fieldsToSet(key: string, discipline: Discipline | null, at: string, reading: Reading) {
  const own = discipline === null ? undefined : findField(discipline, key);
  const fields: readonly LineField[] = discipline === null ? fieldsNamed(key) : own ? [own] : [];
  const [field] = fields;
  if (field === undefined) {
    const where = discipline === null ? '' : ` of ${discipline}`;
    return fault(reading, at, 'UNKNOWN_FIELD', `${JSON.stringify(quoted(key))} is not a field${where}`);
  }
  if (setByUpload.includes(key)) return fault(reading, at, 'READ_ONLY', 'is set by the upload');
  if (field.computed !== undefined && key !== 'totalCost')
    return fault(reading, at, 'READ_ONLY', 'is computed');
  return fields;
}

function readForAll(fields: readonly LineField[], value: unknown, at: string, reading: Reading) {
  let read: Cell | typeof INVALID = null;
  for (const field of fields) {
    const faults: Fault[] = [];
    read = lineField(field).kind.read(value, at, { faults });
    const [first] = faults;
    if (first === undefined) continue;
    addFault(reading.faults, first.field, first.code, first.message);
    return INVALID;
  }
  return read;
}
