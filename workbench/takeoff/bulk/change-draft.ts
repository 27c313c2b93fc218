import type { components } from '@consulting/client/api';
import type { Field, FilterValue } from '@consulting/takeoff-lines';
import { isNumeric } from '@consulting/takeoff-lines';

export type Verb = 'set' | 'clear' | 'multiply' | 'add' | 'percent' | 'round' | 'copyFrom' | 'replace';

export interface DraftChange {
  id: number;
  field: string | null;
  verb: Verb;
  value: FilterValue | undefined;
  find: string;
  with: string;
  source: string | null;
  round: number | undefined;
  ifEmpty: FilterValue | undefined;
}

export const emptyChange = (others: readonly DraftChange[] = []): DraftChange => ({
  id: 1 + Math.max(0, ...others.map(({ id }) => id)),
  field: null,
  verb: 'set',
  value: undefined,
  find: '',
  with: '',
  source: null,
  round: undefined,
  ifEmpty: undefined,
});

const ownerKeys = ['projectId', 'serviceId', 'discipline', 'subcontractorId'];

export const editable = (fields: readonly Field[]): Field[] => {
  const own = fields.filter(({ key, computed }) => !computed && !ownerKeys.includes(key));
  return [...new Map(own.map((field) => [field.key, field])).values()];
};

export function verbsOf(field: Field): Verb[] {
  const clear: Verb[] = field.required ? [] : ['clear'];
  if (isNumeric(field)) return ['set', ...clear, 'percent', 'multiply', 'add', 'round', 'copyFrom'];
  if (field.type === 'text') return ['set', ...clear, 'replace', 'copyFrom'];
  return ['set', ...clear, 'copyFrom'];
}

const copied: Readonly<Record<Field['type'], readonly Field['type'][]>> = {
  text: ['text', 'enum'],
  number: ['number', 'integer'],
  integer: ['number', 'integer'],
  boolean: ['boolean'],
  date: ['date'],
  enum: ['enum', 'text'],
};

const identifierKeys = ['projectId', 'serviceId', 'subcontractorId'];

export const sourcesOf = (target: Field, fields: readonly Field[]): Field[] =>
  fields.filter(
    ({ key, type }) =>
      key !== target.key && !identifierKeys.includes(key) && copied[target.type].includes(type),
  );

export const takesRound = ({ verb }: DraftChange, field: Field): boolean =>
  verb === 'round' || (isNumeric(field) && ['multiply', 'add', 'percent', 'copyFrom'].includes(verb));

export const takesIfEmpty = ({ verb }: DraftChange): boolean => verb !== 'set' && verb !== 'clear';

export function isWhole(change: DraftChange): boolean {
  if (change.field === null) return false;
  switch (change.verb) {
    case 'clear':
      return true;
    case 'round':
      return change.round !== undefined;
    case 'copyFrom':
      return change.source !== null;
    case 'replace':
      return change.find !== '';
    default:
      return change.value !== undefined && change.value !== '';
  }
}

export type Updates = components['schemas']['LineUpdates'];

type Update = Updates[string];

export function updatesOf(changes: readonly DraftChange[]): Updates {
  return Object.fromEntries(changes.map((change) => [change.field ?? '', updateOf(change)]));
}

function updateOf(change: DraftChange): Update {
  const { verb, value, find, source, field, round, ifEmpty } = change;
  const by = typeof value === 'number' ? value : 0;
  const further = {
    ...(round !== undefined && { round }),
    ...(ifEmpty !== undefined && ifEmpty !== '' && { ifEmpty }),
  };
  switch (verb) {
    case 'set':
      return value ?? null;
    case 'clear':
      return null;
    case 'copyFrom':
      return { ...(source !== null && { copyFrom: source }), ...further };
    case 'round':
      return { ...(field !== null && { copyFrom: field }), ...further };
    case 'replace':
      return { replace: { find, with: change.with }, ...(further.ifEmpty !== undefined && { ifEmpty }) };
    default:
      return { [verb]: by, ...further };
  }
}
