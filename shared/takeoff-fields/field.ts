export type FieldType = 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'enum';

export type Field = {
  readonly key: string;
  readonly label: string;
  readonly aliases: readonly string[];
  readonly group: string;
  readonly type: FieldType;
  readonly unit?: string;
  readonly unitUs?: string;
  readonly required?: true;
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly computed?: string;
  readonly description: string;
};

/** JSON is read by TypeScript with its choices widened to text; `registry.schema.json` holds them. */
type WrittenField = Omit<Field, 'key' | 'type' | 'required'> & {
  readonly type: string;
  readonly required?: boolean;
};

export const fieldsFrom = (written: Readonly<Record<string, WrittenField>>): readonly Field[] =>
  Object.entries(written).map(([key, field]) => ({ key, ...field }) as Field);

export type ColumnType = 'text' | 'numeric' | 'integer' | 'boolean' | 'date';

const columnTypes: Readonly<Record<FieldType, ColumnType>> = {
  text: 'text',
  number: 'numeric',
  integer: 'integer',
  boolean: 'boolean',
  date: 'date',
  enum: 'text',
};

export function columnType(field: Field): ColumnType {
  return columnTypes[field.type];
}

export const isMoney = ({ unit }: Field): boolean => unit?.startsWith('currency') === true;

export const isPerUnit = ({ unit }: Field): boolean => unit?.endsWith('/uom') === true;

const fixedKeys: ReadonlySet<string> = new Set([
  ...['projectId', 'serviceId', 'discipline', 'itemNumber', 'quantity'],
  ...['unitOfMeasure', 'status', 'scopeType'],
]);

// Whether rows of price books may fill it (estimating.md 15).
export const isPriceTarget = ({ key, computed }: Field): boolean =>
  computed === undefined && !fixedKeys.has(key);

export function isNumeric(field: Field): boolean {
  return field.type === 'number' || field.type === 'integer';
}

/**
 * Integers have 0 decimals, computed fields 2 in currency and else 4 (resources.md 15.2), and inputs up to 6.
 */
export function decimalsOf(field: Field): number {
  if (field.type === 'integer') return 0;
  if (field.computed === undefined) return 6;
  return field.unit === 'currency' ? 2 : 4;
}
