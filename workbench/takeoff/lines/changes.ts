import { type ApiProblem, newKey } from '@consulting/foundation/api';
import type { CellText } from './cell-text';
import type { Column } from './columns';
import type { Line } from './line-queries';

export interface Attempt {
  text: string;
  fault: string | null;
  theirs: string | null;
  isPending: boolean;
}

export type Attempts = Readonly<Record<string, Attempt>>;

export type Value = string | number | boolean | null;

export interface CellChange {
  line: Line;
  key: string;
  value: Value;
  text: string;
}

export interface LineChange {
  seen: Line;
  cells: ReadonlyMap<string, { value: Value; text: string }>;
}

/** The API stores a batch as a whole or not at all. */
export interface Batch {
  /** The key stays the same over repeated attempts, so that a lost answer stores nothing twice. */
  key: string;
  lines: ReadonlyMap<string, LineChange>;
}

export interface Pending {
  batch: Batch;
  error: unknown;
  faults: ReadonlyMap<string, Readonly<Record<string, string>>>;
  theirs: ReadonlyMap<string, Line>;
}

export function batchOf(changes: readonly CellChange[], before?: Batch): Batch {
  const lines = new Map(before?.lines);
  for (const { line, key, value, text } of changes) {
    const current = lines.get(line.id);
    const cells = new Map(current?.cells).set(key, { value, text });
    lines.set(line.id, { seen: current?.seen ?? line, cells });
  }
  return { key: newKey(), lines };
}

export const cellCount = ({ lines }: Batch): number =>
  [...lines.values()].reduce((sum, { cells }) => sum + cells.size, 0);

/** `index` of a fault counts the lines of the batch. */
export function faultsOf({ problem }: ApiProblem, { lines }: Batch): Pending['faults'] {
  const ids = [...lines.keys()];
  const faults = new Map<string, Record<string, string>>();
  for (const { index, field, message } of problem.errors ?? []) {
    const id = index === undefined ? undefined : ids[index];
    if (id !== undefined) faults.set(id, { ...faults.get(id), [field]: message });
  }
  return faults;
}

const isOverwritten = (change: LineChange, theirs: Line, key: string): boolean => {
  const current = theirs.values[key] ?? null;
  return current !== (change.seen.values[key] ?? null) && current !== change.cells.get(key)?.value;
};

export const contestedKeys = (change: LineChange, theirs: Line): string[] =>
  [...change.cells.keys()].filter((key) => isOverwritten(change, theirs, key));

export const isContested = ({ lines }: Batch, theirs: ReadonlyMap<string, Line>): boolean =>
  [...theirs].some(([id, other]) => {
    const change = lines.get(id);
    return change !== undefined && contestedKeys(change, other).length > 0;
  });

export function rebased({ lines }: Batch, current: ReadonlyMap<string, Line>): Batch {
  const entries = [...lines].map(([id, { seen, cells }]): [string, LineChange] => [
    id,
    { seen: current.get(id) ?? seen, cells },
  ]);
  return { key: newKey(), lines: new Map(entries) };
}

export function withoutContested({ batch, theirs }: Pending): Batch {
  const lines = new Map<string, LineChange>();
  for (const [id, change] of batch.lines) {
    const other = theirs.get(id);
    const contested = other ? contestedKeys(change, other) : [];
    const cells = new Map([...change.cells].filter(([key]) => !contested.includes(key)));
    if (cells.size > 0) lines.set(id, { seen: other ?? change.seen, cells });
  }
  return { key: newKey(), lines };
}

export function joined(one: Pending, other: Pending): Pending {
  const lines = new Map(one.batch.lines);
  for (const [id, { seen, cells }] of other.batch.lines)
    lines.set(id, { seen, cells: new Map([...(lines.get(id)?.cells ?? []), ...cells]) });
  return {
    batch: { key: newKey(), lines },
    error: other.error,
    faults: new Map([...one.faults, ...other.faults]),
    theirs: new Map([...one.theirs, ...other.theirs]),
  };
}

export function attemptsOf(
  underway: readonly Batch[],
  locked: Pending | null,
  columns: readonly Column[],
  cellText: CellText,
): Map<string, Attempts> {
  const attempts = new Map<string, Record<string, Attempt>>();
  const note = (id: string, key: string, attempt: Attempt) =>
    attempts.set(id, { ...attempts.get(id), [key]: attempt });
  const columnByKey = new Map(columns.map((column) => [column.key, column]));
  for (const [id, change] of locked?.batch.lines ?? []) {
    const theirs = locked?.theirs.get(id);
    const contested = theirs ? contestedKeys(change, theirs) : [];
    for (const [key, { text }] of change.cells) {
      const column = columnByKey.get(key);
      const isTheirs = theirs && column && contested.includes(key);
      const other = isTheirs ? cellText.displayed(theirs.values[key], column) : null;
      note(id, key, { text, fault: locked?.faults.get(id)?.[key] ?? null, theirs: other, isPending: true });
    }
  }
  for (const { lines } of underway)
    for (const [id, { cells }] of lines)
      for (const [key, { text }] of cells)
        note(id, key, { text, fault: null, theirs: null, isPending: false });
  return attempts;
}
