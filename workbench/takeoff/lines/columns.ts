import type { Discipline } from '@consulting/foundation/api';
import type { Field } from '@consulting/takeoff-lines';

export interface Column {
  key: string;
  label: string;
  group: string;
  unit: string | null;
  type: Field['type'];
  choices: ReadonlyMap<string, string> | null;
  usualValues: Field['usualValues'];
  /** The usual values by their spellings in small letters. */
  spellings: ReadonlyMap<string, string> | null;
  decimals: number | null;
  formula: string | null;
  description: string;
  isNumber: boolean;
  isComputed: boolean;
  isEditable: boolean;
  isSummed: boolean;
  isFrozen: boolean;
  width: number;
}

const fixedKeys = ['projectId', 'serviceId', 'discipline'];

const frozenKeys = ['itemNumber', 'itemCode', 'description'];

const summedUnits = ['uom', 'currency', 'h', 'EA', 'JT', 'kg', 'm2', 'm3', 'L'];

/** Only amounts are summed; sums of rates, percentages, elevations and dimensions mean nothing. */
// Quantities are in the unit of measure of their line, which has a column of its own.
export const ofEachLine = 'UOM';

const isAmount = ({ key, unit }: Field): boolean =>
  unit !== null && (summedUnits.includes(unit) || (unit === 'm' && key.endsWith('Length')));

const widths: Partial<Record<string, number>> = { description: 300, remarks: 240 };

const narrowest: Record<Field['type'], number> = {
  text: 120,
  enum: 120,
  number: 100,
  integer: 72,
  boolean: 72,
  date: 112,
};

const widthOf = ({ key, type }: Field, head: string): number =>
  widths[key] ?? Math.ceil(Math.max(narrowest[type], 44 + head.length * 7.8));

export const fieldsOf = (fields: readonly Field[], discipline: Discipline | null): Field[] =>
  fields.filter((field) =>
    discipline === null ? field.disciplines.length === 9 : field.disciplines.includes(discipline),
  );

export function columnsOf(
  fields: readonly Field[],
  keys: readonly string[],
  currency: string,
  frozen: readonly string[] | null = null,
): Column[] {
  const known = new Map(fields.map((field) => [field.key, field]));
  const columns = keys.flatMap((key) => {
    const field = known.get(key);
    return field ? [{ ...columnOf(field, currency), isFrozen: (frozen ?? frozenKeys).includes(key) }] : [];
  });
  return [...columns.filter(({ isFrozen }) => isFrozen), ...columns.filter(({ isFrozen }) => !isFrozen)];
}

export const summedKeys = (columns: readonly Column[]): string[] =>
  columns.flatMap(({ key, isSummed }) => (isSummed ? [key] : []));

const spellingsOf = (values: NonNullable<Field['usualValues']>): ReadonlyMap<string, string> =>
  new Map(
    values.flatMap(({ value, spellings }) =>
      [...spellings, value].map((spelling) => [spelling.toLowerCase(), value] as const),
    ),
  );

function columnOf(field: Field, currency: string): Omit<Column, 'isFrozen'> {
  const { key, label, group, type, decimals, formula, description, computed } = field;
  const unit = field.unit?.replace('currency', currency).replace('uom', ofEachLine) ?? null;
  return {
    key,
    label,
    group,
    unit,
    type,
    choices: field.enum && new Map(field.enum.map(({ value, label: text }) => [value, text])),
    usualValues: field.usualValues,
    spellings: field.usualValues && spellingsOf(field.usualValues),
    decimals: field.unit === 'currency' || (computed && field.unit === 'h') ? 2 : decimals,
    formula,
    description,
    isNumber: type === 'number' || type === 'integer',
    isComputed: computed,
    isEditable: !computed && !fixedKeys.includes(key),
    isSummed: isAmount(field),
    width: widthOf(field, unit === null ? label : `${label} ${unit}`),
  };
}
