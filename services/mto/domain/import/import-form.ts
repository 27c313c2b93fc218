import { addFault, type Fault, invalid, quoted } from '@consulting/kernel/errors';
import { isObject } from '@consulting/kernel/fields/composite';
import { Field, fault, INVALID, type Kind, type Reading } from '@consulting/kernel/fields/field';
import { boolean, choice, uuid } from '@consulting/kernel/fields/kinds';
import { QueryInput } from '@consulting/kernel/fields/query';
import type { Upload, UploadedFile } from '@consulting/kernel/http/upload';
import { isStorable, notStorable } from '@consulting/kernel/text';
import { type Discipline, disciplines } from '../../fields/discipline';
import type { Field as LineField } from '../../fields/field';
import { importModes, type TaskParameters } from '../../fields/import-parameters';
import type { Cell } from '../../fields/line';
import { fieldsNamed, findField } from '../../fields/registry';
import { lineField } from '../line/input';

export const idKey = 'mtoId';
const setByUpload = ['projectId', 'serviceId'];
const sheetsMax = 50;
const entriesMax = 1000;

const jsonObject = () =>
  new Field<Record<string, unknown> | null>({
    schema: { type: 'string', contentMediaType: 'application/json' },
    read: readJsonObject,
  });

const readJsonObject: Kind<Record<string, unknown>>['read'] = (text, at, reading) => {
  try {
    const value: unknown = JSON.parse(String(text));
    if (!isObject(value)) return fault(reading, at, 'TYPE', 'must be a JSON object');
    if (Object.keys(value).length <= entriesMax) return value;
    return fault(reading, at, 'MAX_LENGTH', `must have at most ${entriesMax} keys`);
  } catch {
    return fault(reading, at, 'FORMAT', 'must be valid JSON');
  }
};

const parts = new QueryInput(
  {
    projectId: uuid().required().describe('Project of the lines.'),
    serviceId: uuid().required().describe('A service of the project that is not approved.'),
    discipline: choice(disciplines).describe('Default: the Discipline column, else the sheet name.'),
    mapping: jsonObject().describe('Header text -> field key, or null to leave the column out.'),
    defaults: jsonObject().describe('Field key -> value for fields that the sheet has no column for.'),
    mode: choice(importModes)
      .default('append')
      .describe(
        'append adds every row; replace first deletes the lines of the service in the disciplines that have a valid row; upsert changes lines of the same MTO ID or item number and adds the others.',
      ),
    decimalSeparator: choice(['.', ',']).describe(
      'For numbers in text cells that can be read in two ways and whose column does not tell which.',
    ),
    dryRun: boolean().default(false).describe('Whether everything is done but the storing.'),
    force: boolean()
      .default(false)
      .describe('Whether to import although the same file was imported within 24 hours.'),
  },
  'in the form',
);

export const importFormSchema = {
  required: ['projectId', 'serviceId'],
  properties: {
    ...Object.fromEntries(
      parts
        .parameters()
        .map(({ name, schema, description }) => [name, { ...(schema as object), description }]),
    ),
    sheet: { type: 'array', items: { type: 'string' }, description: 'Sheets to read; default all.' },
  },
};

export interface ImportForm {
  force: boolean;
  parameters: TaskParameters;
  file: UploadedFile;
}

/** @throws VALIDATION_ERROR with every fault */
export function readImportForm(upload: Upload): ImportForm {
  const { sheet: sheets = [], ...texts } = Object.fromEntries(upload.fields);
  const pairs = Object.entries(texts).flatMap(([name, given]) =>
    given.map((text): [string, string] => [name, text]),
  );
  const { values, faults } = parts.tryRead(new URLSearchParams(pairs));
  const reading: Reading = { faults: [...upload.faults, ...faults] };
  if (!upload.file) fault(reading, 'file', 'REQUIRED', 'is required');
  if (!sheets.every(isStorable)) fault(reading, 'sheet', 'INVALID_CHARACTER', notStorable);
  if (sheets.length > sheetsMax) fault(reading, 'sheet', 'MAX_LENGTH', `must be at most ${sheetsMax} names`);
  const { projectId, serviceId, force, discipline, mode, decimalSeparator, dryRun } = values;
  const mapping = readMapping(values.mapping ?? {}, discipline, reading);
  const defaults = readDefaults(values.defaults ?? {}, discipline, reading);
  if (!upload.file || reading.faults.length > 0) throw invalid(reading.faults);
  const named = sheets.map((name) => name.trim()).filter((name) => name !== '');
  const parameters = { discipline, sheets: named.length > 0 ? named : null, mapping, defaults };
  return {
    force,
    parameters: { projectId, serviceId, ...parameters, mode, decimalSeparator, dryRun },
    file: upload.file,
  };
}

/** How a `mapping` names headers: whole text, ignoring case and surrounding blanks. */
export const mappedHeader = (header: string) => header.trim().toLowerCase();

function readMapping(given: Record<string, unknown>, discipline: Discipline | null, reading: Reading) {
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

function readDefaults(given: Record<string, unknown>, discipline: Discipline | null, reading: Reading) {
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
