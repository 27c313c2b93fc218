import { mappedHeader } from '@consulting/imports/mapping';
import {
  addFaults,
  type Fault,
  fault,
  INVALID,
  isStorable,
  notStorable,
  quoted,
  type Reading,
} from '@consulting/kernel/schema';
import {
  type Cell,
  type Discipline,
  fieldsNamed,
  findField,
  type Field as LineField,
  lineField,
  type ReadingParameters,
} from '@consulting/mto-engine';

export const idKey = 'mtoId';
const setByUpload = ['projectId', 'serviceId'];
const skipped: ReadingParameters['headings'] = 'skip';

type Mapping = ReadingParameters['mapping'];

/** A column of one sheet may mean a field of another discipline, because its sheet may be left out. */
const isOfOneSheet = (name: string) => name.includes('![') && name.endsWith(']');

export function readMapping(
  given: Record<string, unknown>,
  discipline: Discipline | null,
  reading: Reading,
): Mapping {
  const mapping = new Map<string, string | null>();
  const names = new Set<string>();
  for (const [header, key] of Object.entries(given)) {
    const at = `mapping.${header}`;
    const name = header.trim();
    const isTwice = names.size === names.add(mappedHeader(name)).size;
    if (name === '') fault(reading, at, 'FORMAT', 'must name a header');
    else if (!isStorable(name)) fault(reading, at, 'INVALID_CHARACTER', notStorable);
    else if (isTwice) fault(reading, at, 'DUPLICATE', 'is given twice');
    else if (key === null) mapping.set(name, null);
    else if (typeof key !== 'string')
      fault(reading, at, 'TYPE', 'must be a field key or null', { type: ['string', 'null'] });
    else if (key === idKey) mapping.set(name, key);
    else if (fieldsToSet(key, isOfOneSheet(name) ? null : discipline, at, reading) !== INVALID)
      mapping.set(name, key);
  }
  return Object.fromEntries(mapping);
}

const ofSheet = '!discipline';
const isDisciplineOfSheet = (key: string) => key.length > ofSheet.length && key.endsWith(ofSheet);

export const disciplineKey = (sheet: string): string => `${sheet}${ofSheet}`;

export function readDefaults(
  given: Record<string, unknown>,
  discipline: Discipline | null,
  reading: Reading,
): Record<string, Cell> {
  const defaults: Record<string, Cell> = {};
  for (const [key, value] of Object.entries(given)) {
    const at = `defaults.${key}`;
    const fields = fieldsToSet(isDisciplineOfSheet(key) ? 'discipline' : key, discipline, at, reading);
    if (fields === INVALID || value === null) continue;
    const read = readForAll(fields, value, at, reading);
    if (read !== INVALID && read !== null) defaults[key] = read;
  }
  return defaults;
}

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
    addFaults(reading.faults, [first]);
    return INVALID;
  }
  return read;
}
