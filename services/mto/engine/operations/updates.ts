import {
  type Fault,
  fault,
  INVALID,
  isObject,
  named,
  number,
  plainValue,
  type Reading,
  unread,
} from '@consulting/kernel/schema';
import {
  type Discipline,
  disciplineLabels,
  fieldsNamed,
  findField,
  meantBy,
} from '@consulting/takeoff-fields';
import type { Cell } from '../fields/line';
import { isOperand } from '../formula/evaluate';
import { crewKeys } from '../line/completion';
import { lineField } from '../line/input';
import { serverKeys } from '../line/record';
import { isOperation, type Operation, operationSchema, readOperation } from './operation';

export class Updates {
  constructor(
    readonly values: ReadonlyMap<string, Cell>,
    readonly operations: ReadonlyMap<string, FittedOperation>,
    readonly stored: ReadonlySet<string> = new Set(),
  ) {}

  has(key: string): boolean {
    return this.values.has(key) || this.operations.has(key) || this.stored.has(key);
  }

  get keys(): string[] {
    return [...this.values.keys(), ...this.operations.keys()];
  }
}

export interface FittedOperation extends Omit<Operation, 'ifEmpty'> {
  sentAs: string;
  ifEmpty: Cell;
}

const ownerKeys = ['projectId', 'serviceId', 'discipline'];

const total = number();

export const updatesField = unread(
  named('LineUpdates', {
    type: 'object',
    additionalProperties: { anyOf: [plainValue, operationSchema] },
    description:
      'New values, or operations on what the line has, by field key; null clears. All of them read the line as it was before the edit. Choices are read ignoring case, blanks and hyphens. totalCost always sets totalCostOverride.',
  }),
);

export type GivenUpdates = ReadonlyMap<string, { value: unknown } | { operation: Operation }>;

export function readUpdates(value: unknown, reading: Reading): GivenUpdates {
  const read = new Map<string, { value: unknown } | { operation: Operation }>();
  if (!isObject(value)) {
    if (value === null) fault(reading, 'updates', 'REQUIRED', 'is required');
    else fault(reading, 'updates', 'TYPE', 'must be an object', { type: 'object' });
    return read;
  }
  for (const [key, given] of Object.entries(value)) {
    const fields = fieldsNamed(key);
    const [field] = fields;
    const isComputed = fields.every(({ computed }) => computed !== undefined);
    const at = `updates.${key}`;
    if (field === undefined && serverKeys.includes(key))
      fault(reading, at, 'READ_ONLY', 'is set by the server');
    else if (field === undefined) fault(reading, at, 'UNKNOWN_FIELD', 'is not a known field');
    else if (ownerKeys.includes(key) || (isComputed && key !== 'totalCost'))
      fault(reading, at, 'READ_ONLY', 'cannot be changed in bulk');
    else if (isOperation(given)) {
      const operation = readOperation(field, given, at, reading);
      if (operation) read.set(key, { operation });
    } else read.set(key, { value: given });
  }
  if (read.size === 0 && reading.faults.length === 0)
    fault(reading, 'updates', 'REQUIRED', 'holds no known key');
  return read;
}

/**
 * Every discipline of the selected lines must have each key; a `totalCost` becomes the override (resources.md
 * 15.2).
 */
export function updatesFor(
  given: GivenUpdates,
  among: readonly Discipline[],
): { updates: Updates; faults: Fault[] } {
  const reading: Reading = { faults: [] };
  const values = new Map<string, Cell>();
  const operations = new Map<string, FittedOperation>();
  const disciplines = [...new Set(among)].sort();
  for (const [key, update] of given) {
    const target = key === 'totalCost' ? 'totalCostOverride' : key;
    const isOverruled = target !== key && given.has(target);
    if ('operation' in update) {
      const fitted = fitOperation(key, update.operation, disciplines, reading);
      if (fitted && !isOverruled) operations.set(target, fitted);
    } else {
      const read = readValue(key, update.value, `updates.${key}`, disciplines, reading);
      if (read !== INVALID && !isOverruled) values.set(target, read);
    }
  }
  return { updates: new Updates(values, operations), faults: reading.faults };
}

function readValue(
  key: string,
  value: unknown,
  at: string,
  disciplines: readonly Discipline[],
  reading: Reading,
): Cell | typeof INVALID {
  if (key !== 'totalCost') return readFor(key, value, at, disciplines, reading);
  return value === null ? null : total.kind.read(value, at, reading);
}

function readFor(
  key: string,
  value: unknown,
  at: string,
  disciplines: readonly Discipline[],
  reading: Reading,
): Cell | typeof INVALID {
  let read: Cell | typeof INVALID = null;
  for (const discipline of disciplines) {
    const field = requireInput(key, `updates.${key}`, discipline, reading);
    if (field === INVALID) return INVALID;
    const own: Reading = { faults: [] };
    read = value === null ? null : lineField(field).kind.read(meantBy(field, value), at, own);
    if (read === null && field.required) fault(own, at, 'REQUIRED', 'cannot be cleared');
    if (own.faults.length > 0) {
      reading.faults.push(...own.faults);
      return INVALID;
    }
  }
  return read;
}

function requireInput(key: string, at: string, discipline: Discipline, reading: Reading) {
  const field = requireField(key, at, discipline, reading);
  if (field === INVALID || field.computed === undefined) return field;
  return fault(reading, at, 'READ_ONLY', `is calculated in lines of ${disciplineLabels[discipline]}`);
}

function requireField(key: string, at: string, discipline: Discipline, reading: Reading) {
  const field = findField(discipline, key);
  if (field !== undefined) return field;
  const message = `is not a field of ${disciplineLabels[discipline]}, and lines of that discipline are selected`;
  return fault(reading, at, 'UNKNOWN_FIELD', message);
}

function fitOperation(
  key: string,
  { ifEmpty, ...operation }: Operation,
  disciplines: readonly Discipline[],
  reading: Reading,
): FittedOperation | null {
  const at = `updates.${key}`;
  const before = reading.faults.length;
  for (const discipline of disciplines) {
    const target = key === 'totalCost' ? null : requireInput(key, at, discipline, reading);
    const source = requireField(operation.source, `${at}.copyFrom`, discipline, reading);
    if (target === INVALID || source === INVALID) return null;
  }
  const isLeft = ifEmpty === undefined || ifEmpty === null;
  const filled = isLeft ? null : readValue(key, ifEmpty, `${at}.ifEmpty`, disciplines, reading);
  if (filled === INVALID || reading.faults.length > before) return null;
  return { ...operation, sentAs: key, ifEmpty: filled };
}

const calculatedThrough = new Set([...crewKeys, 'totalCostOverride']);

export function needsCalculation(updates: Updates, groups: readonly { discipline: Discipline }[]): boolean {
  if (updates.operations.size > 0) return true;
  return updates.keys.some(
    (key) => calculatedThrough.has(key) || groups.some(({ discipline }) => isOperand(discipline, key)),
  );
}
