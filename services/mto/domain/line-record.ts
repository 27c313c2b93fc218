import { isNumeric } from '../fields/field';
import { fieldsOf } from '../fields/registry';
import type { StoredLine } from '../store/takeoff-line-row';

/** A line as it is returned: every registry key of its discipline, null when empty, and the server keys. */
export function lineRecord(line: StoredLine) {
  const { id, version, discipline, values } = line;
  const fields = fieldsOf(discipline).map((field) => {
    const value = values[field.key] ?? null;
    return [field.key, value !== null && isNumeric(field) ? Number(value) : value] as const;
  });
  return {
    id,
    mtoId: id,
    version,
    ...Object.fromEntries(fields),
    crewRateMatched: line.crewRateMatched,
    wbsMatched: line.wbsMatched,
    importTaskId: line.importTaskId,
    createdAt: line.createdAt,
    updatedAt: line.updatedAt,
    createdBy: line.createdBy,
    updatedBy: line.updatedBy,
  };
}
