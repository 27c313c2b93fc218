import type { Upload, UploadedFile } from '@consulting/kernel/http';
import {
  boolean,
  choice,
  type Field,
  fault,
  INVALID,
  invalid,
  isStorable,
  notStorable,
  QueryInput,
  quoted,
  type Reading,
} from '@consulting/kernel/schema';
import { jsonObject, mappedHeader } from '../mapping';
import type { TableOptions } from '../table/table';
import { decimalSeparators } from '../table/table-text';
import type { ListDeclaration } from './record-list';

const formFields = {
  updateExisting: boolean()
    .default(false)
    .describe('Whether records that exist are changed; otherwise they are skipped.'),
  mapping: jsonObject().describe(
    'Header text, or [E] for a column -> field key, or null to leave the column out.',
  ),
  defaults: jsonObject().describe('Field key -> value for fields that the file has no column for.'),
  decimalSeparator: choice(decimalSeparators, 'DecimalSeparator').describe(
    'For numbers in text cells that can be read in two ways and whose column does not decide it.',
  ),
  dryRun: boolean().default(false).describe('Whether everything is done but the storing.'),
};

export const listForm = ({ parts }: Pick<ListDeclaration, 'parts'>): QueryInput<typeof formFields> =>
  new QueryInput({ ...formFields, ...parts });

export interface ListOrder extends TableOptions {
  updateExisting: boolean;
  dryRun: boolean;
}

/** @throws VALIDATION_ERROR with every fault */
export function readListForm(
  upload: Upload,
  list: Pick<ListDeclaration, 'fields' | 'parts' | 'further'>,
): { order: ListOrder; file: UploadedFile } {
  const pairs = [...upload.fields].flatMap(([name, texts]) =>
    texts.map((text): [string, string] => [name, text]),
  );
  const { parts } = list;
  const { values, faults } = listForm({ parts }).tryRead(new URLSearchParams(pairs));
  const reading: Reading = { faults: [...upload.faults, ...faults] };
  const mapping = readMapping(values.mapping ?? {}, list, reading);
  const defaults = readDefaults(values.defaults ?? {}, list, reading);
  if (!upload.file) fault(reading, 'file', 'REQUIRED', 'is required');
  if (!upload.file || reading.faults.length > 0) throw invalid(reading.faults);
  const { updateExisting, decimalSeparator, dryRun } = values;
  const own = Object.entries(values).filter(([name]) => parts && Object.hasOwn(parts, name));
  const order = { updateExisting, mapping, defaults, decimalSeparator, dryRun };
  return { order: { ...order, ...(parts && { parts: Object.fromEntries(own) }) }, file: upload.file };
}

type Keys = Pick<ListDeclaration, 'fields' | 'further'>;

function readMapping(given: Record<string, unknown>, list: Keys, reading: Reading) {
  const mapping = new Map<string, string | null>();
  for (const [header, key] of Object.entries(given)) {
    const at = `mapping.${header}`;
    const name = mappedHeader(header);
    if (name === '') fault(reading, at, 'FORMAT', 'must name a header or a column');
    else if (!isStorable(name)) fault(reading, at, 'INVALID_CHARACTER', notStorable);
    else if (mapping.has(name)) fault(reading, at, 'DUPLICATE', 'is given twice');
    else if (key === null) mapping.set(name, null);
    else if (typeof key !== 'string')
      fault(reading, at, 'TYPE', 'must be a field key or null', { type: ['string', 'null'] });
    else if (requireField(key, list, at, reading) !== INVALID) mapping.set(name, key);
  }
  return Object.fromEntries(mapping);
}

function readDefaults(given: Record<string, unknown>, list: Keys, reading: Reading) {
  const defaults: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const at = `defaults.${key}`;
    const field = requireField(key, list, at, reading);
    if (field === INVALID || value === null) continue;
    const read = field.kind.read(value, at, reading);
    if (read !== INVALID && read !== null) defaults[key] = read;
  }
  return defaults;
}

function requireField(
  key: string,
  list: Keys,
  at: string,
  reading: Reading,
): Field<unknown> | typeof INVALID {
  const fields = Object.hasOwn(list.fields, key) ? list.fields : (list.further?.([key]).fields ?? {});
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return (
    field ?? fault(reading, at, 'UNKNOWN_FIELD', `${JSON.stringify(quoted(key))} is not a field of the list`)
  );
}
