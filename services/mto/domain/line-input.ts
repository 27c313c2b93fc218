import type { Fault } from '@consulting/shared/errors';
import { isObject } from '@consulting/shared/fields/composite';
import type { JsonSchema } from '@consulting/shared/fields/field';
import { RecordInput } from '@consulting/shared/fields/record';
import { named } from '@consulting/shared/fields/schema';
import { type Discipline, disciplineNames, disciplines, isDiscipline } from '../fields/discipline';
import type { Field } from '../fields/field';
import { allKeys, commonFields, fieldsOf, ownFields } from '../fields/registry';
import type { StoredLine } from '../store/takeoff-line-row';
import type { Cell } from './formula/line';
import type { LineDraft } from './line-draft';
import { type LineField, lineField } from './line-fields';

type LineInput = RecordInput<Record<string, LineField>>;

const serverKeys = ['mtoId', 'crewRateMatched', 'wbsMatched', 'importTaskId'];

const isInput = (field: Field) => field.computed === undefined;

function inputOf(fields: readonly Field[], ignored: readonly string[]): LineInput {
  const inputs = fields.filter(isInput).map((field) => [field.key, lineField(field)] as const);
  return new RecordInput(Object.fromEntries(inputs), { server: [...serverKeys, ...ignored] });
}

const computedKeys = (fields: readonly Field[]) =>
  fields.filter((field) => !isInput(field)).map(({ key }) => key);

const inputs = new Map(
  disciplines.map((discipline) => {
    const fields = fieldsOf(discipline);
    return [discipline, inputOf(fields, computedKeys(fields))] as const;
  }),
);

/** Reads lines of which the discipline is not known: the common fields, and nothing is said of the others. */
const commonInput = inputOf(commonFields, allKeys);

const inputFor = (discipline: unknown): LineInput => inputs.get(discipline as Discipline) ?? commonInput;

/** Reads a new line (resources.md 15.1); without a draft when there are faults. */
export function readNewLine(body: unknown): { draft?: LineDraft; faults: Fault[] } {
  const given = isObject(body) ? body : {};
  const { record, faults } = inputFor(given.discipline).tryCreate(body);
  const { discipline } = record;
  if (faults.length > 0 || !isDiscipline(String(discipline))) return { faults };
  const draft: LineDraft = {
    id: Bun.randomUUIDv7(),
    discipline: discipline as Discipline,
    values: record,
    given: new Set(Object.keys(given).filter((key) => Object.hasOwn(record, key))),
    totalCost: given.totalCost,
    crewRateMatched: false,
    wbsMatched: false,
    importTaskId: null,
  };
  return { draft, faults };
}

/** Reads a merging update of a line: a key in the body is changed, null clears it, an absent key stays. */
export function readLineChanges(line: StoredLine, body: unknown): { draft: LineDraft; faults: Fault[] } {
  const { changes, faults } = inputFor(line.discipline).tryUpdate(body, line.values);
  const values = { ...line.values, ...changes } as Record<string, Cell>;
  const totalCost = isObject(body) ? body.totalCost : undefined;
  return { draft: { ...line, values, given: new Set(Object.keys(changes)), totalCost }, faults };
}

/** What a line of each discipline takes beside the common fields. */
const ownSchemas = disciplines.map((discipline) =>
  named(`${disciplineNames[discipline]}Fields`, inputOf(ownFields[discipline], []).schema('update')),
);

const schemaNames = {
  create: 'TakeoffLineInput',
  item: 'TakeoffLineItem',
  update: 'TakeoffLineChanges',
};

/**
 * Body of a creation, an item of a bulk creation or an update for the API document: the common fields, and those of one of the
 * disciplines.
 */
export function lineSchema(use: keyof typeof schemaNames): JsonSchema {
  const name = schemaNames[use];
  const { properties, ...common } = commonInput.schema(use === 'create' ? 'create' : 'update');
  const total = { type: ['number', 'null'], description: totalCostDescription };
  return named(name, {
    ...common,
    ...(use === 'item' ? { required: ['discipline', 'quantity'] } : {}),
    properties: { ...(properties as object), totalCost: total },
    anyOf: ownSchemas,
  });
}

const totalCostDescription =
  'Kept as totalCostOverride when the line has no cost input; else ignored, and the calculated total stands.';
