import {
  boolean,
  choice,
  currency,
  date,
  type Fault,
  Field as InputField,
  integer,
  isObject,
  type JsonSchema,
  LongNumber,
  named,
  namedWithNull,
  notNumber,
  number,
  RecordInput,
  text,
  uuid,
} from '@consulting/kernel/schema';
import {
  allKeys,
  byDiscipline,
  commonFields,
  commonPosition,
  type Discipline,
  decimalsOf,
  disciplineNames,
  disciplines,
  type Field,
  fieldsOf,
  isNumeric,
  ownFields,
} from '@consulting/takeoff-fields';
import type { Cell, Line } from '../fields/line';
import type { LineDraft } from './completion';
import { newLineId } from './line-id';
import type { StoredLine } from './stored-line';

type LineField = InputField<Cell>;

export function lineField(field: Field): LineField {
  const { key, label } = field;
  const input = kindOf(field);
  const displayed = field.type === 'enum' ? { allOf: [input.kind.schema] } : input.kind.schema;
  const kind = { ...input.kind, schema: { title: label, ...displayed } };
  const described = new InputField<Cell>(kind).describe(fieldMeaning(field));
  if (key === 'projectId' || key === 'serviceId' || key === 'discipline')
    return described.required().createOnly();
  return field.required ? described.required() : described;
}

function kindOf(field: Field): LineField {
  const { key, type, min, max, maxLength } = field;
  if (key === 'projectId' || key === 'serviceId' || key === 'subcontractorId') return uuid();
  if (key === 'currency') return currency();
  switch (type) {
    case 'text':
      return text(maxLength);
    case 'number':
      return number({ min, max });
    case 'integer':
      return integer({ min, max });
    case 'boolean':
      return boolean();
    case 'date':
      return date();
    case 'enum':
      return enumField(field);
  }
}

const owners = new Map(
  disciplines.flatMap((discipline) => ownFields[discipline].map((field) => [field, discipline] as const)),
);

const sharedChoices: Readonly<Record<string, string>> = {
  discipline: 'Discipline',
  estimateClass: 'EstimateClass',
};

function enumField(field: Field): LineField {
  const known = sharedChoices[field.key];
  const input = choice(field.enum ?? [], known);
  if (known !== undefined) return input;
  const owner = owners.get(field);
  const name = field.key.charAt(0).toUpperCase() + field.key.slice(1);
  namedWithNull((owner === undefined ? 'Takeoff' : disciplineNames[owner]) + name, input.kind.schema);
  return input;
}

const unitWords: Readonly<Record<string, string>> = {
  '%': 'percent',
  uom: 'unit of measure of the line',
  currency: 'currency of the project',
  'currency/h': 'currency of the project per hour',
  'currency/uom': 'currency of the project per unit of measure of the line',
  h: 'hours',
  'h/uom': 'hours per unit of measure of the line',
  min: 'minutes',
  day: 'days',
  wk: 'weeks',
  in: 'inches',
  'in.m': 'inch-metres',
  DI: 'diameter-inches',
  EA: 'pieces',
  JT: 'joints',
  SET: 'sets',
};

function fieldMeaning(field: Field): string {
  const { description, unit, computed } = field;
  const sentences = [description];
  if (unit !== undefined) sentences.push(`Unit: ${unitWords[unit] ?? unit}.`);
  if (computed !== undefined) sentences.push(`Computed by the server: \`${computed}\`${rounding(field)}.`);
  return sentences.join(' ');
}

function rounding(field: Field): string {
  if (!isNumeric(field)) return '';
  const decimals = decimalsOf(field);
  return decimals === 0 ? ', rounded to a whole number' : `, rounded to ${decimals} decimals`;
}

type LineInput = RecordInput<Record<string, LineField>>;

const serverKeys = ['mtoId', 'crewRateMatched', 'wbsMatched', 'importTaskId', 'pricing'];

const isInput = (field: Field) => field.computed === undefined;

function inputOf(fields: readonly Field[], ignored: readonly string[]): LineInput {
  const inputs = fields.filter(isInput).map((field) => [field.key, lineField(field)] as const);
  return new RecordInput(Object.fromEntries(inputs), { server: [...serverKeys, ...ignored] });
}

const computedKeys = (fields: readonly Field[]) =>
  fields.filter((field) => !isInput(field)).map(({ key }) => key);

function readerOf(discipline: Discipline) {
  const fields = fieldsOf(discipline);
  const input = inputOf(fields, computedKeys(fields));
  const keys = Object.keys(input.fields);
  const places = fields.map(({ key }) => keys.indexOf(key));
  const positions = new Map(fields.map(({ key }, position) => [key, position]));
  return { discipline, input, places, positions };
}

type Reader = ReturnType<typeof readerOf>;

const readers = new Map<unknown, Reader>(disciplines.map((discipline) => [discipline, readerOf(discipline)]));

const commonInput = inputOf(commonFields, allKeys);

const projectAt = commonPosition('projectId');

type Owner = Partial<Record<'projectId' | 'serviceId', string>>;

export function readNewLine(body: unknown, owner: Owner = {}): { draft?: LineDraft; faults: Fault[] } {
  const given = isObject(body) ? body : {};
  const reader = readers.get(given.discipline);
  const { values, faults } = (reader?.input ?? commonInput).tryCreateInOrder(body, owner);
  const totalCost = readTotal(given.totalCost, faults);
  if (faults.length > 0 || !reader) return { faults };
  const { discipline, places } = reader;
  const line: Line = places.map((place) => (place < 0 ? null : (values[place] as Cell)));
  const draft: LineDraft = {
    id: newLineId(String(line[projectAt])),
    discipline,
    values: line,
    given: { has: (key) => Object.hasOwn(given, key) },
    totalCost,
    crewRateMatched: false,
    wbsMatched: false,
    importTaskId: null,
  };
  return { draft, faults };
}

function readTotal(value: unknown, faults: Fault[]): LineDraft['totalCost'] {
  if (value === undefined || value === null || typeof value === 'number' || value instanceof LongNumber)
    return value;
  notNumber(value, 'totalCost', { faults });
  return undefined;
}

export function readLineChanges(line: StoredLine, body: unknown) {
  const { input, positions } = readers.get(line.discipline) as Reader;
  const named = isObject(body) ? Object.keys(body).flatMap((key) => positions.get(key) ?? []) : [];
  const fields = fieldsOf(line.discipline);
  const current = Object.fromEntries(named.map((at) => [fields[at]?.key, line.values[at] ?? null]));
  const { changes, faults } = input.tryUpdate(body, current);
  const values = [...line.values];
  for (const at of named) {
    const key = fields[at]?.key ?? '';
    if (Object.hasOwn(changes, key)) values[at] = changes[key] ?? null;
  }
  const totalCost = isObject(body) ? readTotal(body.totalCost, faults) : undefined;
  const given = new Set(Object.keys(changes));
  const draft: LineDraft = { ...line, former: line.values, values, given, totalCost };
  return { draft, isEmpty: given.size === 0 && totalCost === undefined, faults };
}

export const ownSchemas = byDiscipline((discipline) =>
  named(`${disciplineNames[discipline]}Fields`, {
    ...inputOf(ownFields[discipline], []).schema('update'),
    // The common fields stand beside these.
    unevaluatedProperties: true,
  }),
);

const schemaNames = {
  create: 'TakeoffLineInput',
  item: 'TakeoffLineItem',
  update: 'TakeoffLineChanges',
};

const totalCostDescription =
  'Total cost, in the currency of the project. Kept as totalCostOverride when the line has no cost input; else ignored, and the calculated total stands.';

export function lineSchema(use: keyof typeof schemaNames): JsonSchema {
  const name = schemaNames[use];
  const { properties, ...common } = commonInput.schema(use === 'create' ? 'create' : 'update');
  const total = { type: ['number', 'null'], description: totalCostDescription };
  return named(name, {
    ...common,
    ...(use === 'item' ? { required: ['discipline', 'quantity'] } : {}),
    properties: { ...(properties as object), totalCost: total },
    anyOf: Object.values(ownSchemas),
  });
}

export const patchSchema: JsonSchema = named('TakeoffLinePatch', {
  type: 'object',
  allOf: [lineSchema('update')],
  properties: {
    mtoId: { type: 'string', format: 'uuid', description: 'The line that changes; each line once.' },
    version: {
      type: ['integer', 'null'],
      minimum: 1,
      description:
        'Version that the caller has read; when the line has another one, nothing is changed (412).',
    },
  },
  required: ['mtoId'],
  description: 'The identifier of a line and the changes to it, as in a single update.',
});
