import { byDiscipline, type Discipline } from '../fields/discipline';
import { isNumeric } from '../fields/field';
import type { Cell } from '../fields/line';
import { fieldsOf } from '../fields/registry';
import type { StoredLine } from '../store/takeoff-line-row';

interface LineRecord {
  id: string;
  mtoId: string;
  version: number;
  [key: string]: Cell | Date;
}

const presentedFields = (discipline: Discipline) =>
  fieldsOf(discipline).map((field, position) => ({ position, key: field.key, isNumber: isNumeric(field) }));

const presented = byDiscipline(presentedFields);

/** A line as it is returned: every registry key of its discipline, null when empty, and the server keys. */
export function lineRecord(line: StoredLine): LineRecord {
  const { id, version, crewRateMatched, wbsMatched, importTaskId } = line;
  const record: LineRecord = { id, mtoId: id, version };
  for (const { position, key, isNumber } of presented[line.discipline]) {
    const value = line.values[position] ?? null;
    record[key] = isNumber && typeof value === 'string' ? Number(value) : value;
  }
  return Object.assign(record, { crewRateMatched, wbsMatched, importTaskId }, writtenOf(line));
}

export const writtenOf = ({ createdAt, updatedAt, createdBy, updatedBy }: StoredLine) => ({
  createdAt,
  updatedAt,
  createdBy,
  updatedBy,
});
