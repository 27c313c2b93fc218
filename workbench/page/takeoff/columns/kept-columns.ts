import type { Discipline } from '../takeoff-view';

const nameOf = (discipline: Discipline | null): string => `columns ${discipline ?? 'all'}`;

/** The columns that the person chose last for a discipline, on this device; null for the usual ones. */
export function keptColumns(discipline: Discipline | null): string[] | null {
  const keys = localStorage.getItem(nameOf(discipline))?.split(',').filter(Boolean) ?? [];
  return keys.length > 0 ? keys : null;
}

export function keepColumns(discipline: Discipline | null, columns: readonly string[] | null): void {
  if (columns === null) localStorage.removeItem(nameOf(discipline));
  else localStorage.setItem(nameOf(discipline), columns.join(','));
}

const addressLengthMax = 600;

/** Columns for an address: none where they are the usual ones, or too many to be read there; then they are kept on the device alone. */
export const columnsInAddress = (
  columns: readonly string[],
  usual: readonly string[],
): readonly string[] | null => {
  const text = columns.join(',');
  return text === usual.join(',') || text.length > addressLengthMax ? null : columns;
};
