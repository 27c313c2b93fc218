import type { Fault } from '@consulting/kernel/errors';
import { isObject } from '@consulting/kernel/fields/composite';
import { fault, INVALID, Field as InputField, type Reading } from '@consulting/kernel/fields/field';
import { number } from '@consulting/kernel/fields/kinds';
import { type Discipline, disciplineLabels } from '../../fields/discipline';
import type { Cell } from '../../fields/line';
import { fieldsNamed, findField } from '../../fields/registry';
import type { Project } from '../../neighbours/clients-projects';
import type { SelectedGroup, Selection } from '../../store/bulk/selected-lines';
import { isOperand } from '../formula/evaluate';
import { crewKeys } from '../line/completion';
import { lineField } from '../line/input';

export type Updates = ReadonlyMap<string, Cell>;

const ownerKeys = ['projectId', 'serviceId', 'discipline'];

const serverKeys = [
  ...['id', 'mtoId', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy'],
  ...['crewRateMatched', 'wbsMatched', 'importTaskId'],
];

const total = number();

export const updatesField = new InputField<unknown>({
  schema: {
    type: 'object',
    additionalProperties: true,
    description: 'New values by field key; null clears. totalCost always sets totalCostOverride.',
  },
  read: (value) => value as NonNullable<unknown>,
});

export function readUpdates(value: unknown, reading: Reading): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  if (!isObject(value)) {
    if (value === null) fault(reading, 'updates', 'REQUIRED', 'is required');
    else fault(reading, 'updates', 'TYPE', 'must be an object');
    return read;
  }
  for (const [key, given] of Object.entries(value)) {
    const fields = fieldsNamed(key);
    const isComputed = fields.every(({ computed }) => computed !== undefined);
    const at = `updates.${key}`;
    if (fields.length === 0 && serverKeys.includes(key))
      fault(reading, at, 'READ_ONLY', 'is set by the server');
    else if (fields.length === 0) fault(reading, at, 'UNKNOWN_FIELD', 'is not a known field');
    else if (ownerKeys.includes(key) || (isComputed && key !== 'totalCost'))
      fault(reading, at, 'READ_ONLY', 'cannot be changed in bulk');
    else read[key] = given;
  }
  if (Object.keys(read).length === 0 && reading.faults.length === 0)
    fault(reading, 'updates', 'REQUIRED', 'holds no known key');
  return read;
}

/**
 * The updates as values of the disciplines of the selected lines, of which each must have every key; a `totalCost` becomes the
 * override (resources.md 15.2).
 */
export function updatesFor(
  given: Readonly<Record<string, unknown>>,
  groups: readonly SelectedGroup[],
): { updates: Updates; faults: Fault[] } {
  const reading: Reading = { faults: [] };
  const updates = new Map<string, Cell>();
  const disciplines = [...new Set(groups.map(({ discipline }) => discipline))].sort();
  for (const [key, value] of Object.entries(given)) {
    const read = key === 'totalCost' ? readTotal(value, reading) : readFor(key, value, disciplines, reading);
    const target = key === 'totalCost' ? 'totalCostOverride' : key;
    const isOverruled = key === 'totalCost' && 'totalCostOverride' in given;
    if (read !== INVALID && !isOverruled) updates.set(target, read);
  }
  return { updates, faults: reading.faults };
}

const readTotal = (value: unknown, reading: Reading) =>
  value === null ? null : total.kind.read(value, 'updates.totalCost', reading);

function readFor(key: string, value: unknown, disciplines: readonly Discipline[], reading: Reading) {
  const at = `updates.${key}`;
  let read: Cell | typeof INVALID = null;
  for (const discipline of disciplines) {
    const field = findField(discipline, key);
    const own: Reading = { faults: [] };
    if (field === undefined) {
      const message = `is not a field of ${disciplineLabels[discipline]}, and lines of that discipline are selected`;
      return fault(reading, at, 'UNKNOWN_FIELD', message);
    }
    if (field.computed !== undefined)
      return fault(reading, at, 'READ_ONLY', `is calculated in lines of ${disciplineLabels[discipline]}`);
    read = value === null ? null : lineField(field).kind.read(value, at, own);
    if (read === null && field.required) fault(own, at, 'REQUIRED', 'cannot be cleared');
    if (own.faults.length > 0) {
      reading.faults.push(...own.faults);
      return INVALID;
    }
  }
  return read;
}

const calculatedThrough = new Set([...crewKeys, 'totalCostOverride']);

export function needsCalculation(updates: Updates, groups: readonly SelectedGroup[]): boolean {
  return [...updates.keys()].some(
    (key) => calculatedThrough.has(key) || groups.some(({ discipline }) => isOperand(discipline, key)),
  );
}

export interface CheckedEdit {
  project: Project;
  selection: Selection;
  groups: readonly SelectedGroup[];
  updates: Updates;
  /** What `wbsMatched` becomes; null when the WBS code stays. */
  wbsMatched: boolean | null;
}

export interface EditOutcome {
  matched: number;
  updated: number;
  ids: string[];
}
