import type { components } from '@consulting/client/api';
import { type Api, ApiProblem, answered, isPassing, newKey, useApi } from '@consulting/foundation/api';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Batch,
  batchOf,
  type CellChange,
  faultsOf,
  isContested,
  joined,
  type Pending,
  rebased,
  type Value,
  withoutContested,
} from './changes';
import {
  fieldsRead,
  type Line,
  type LineQuery,
  lineOf,
  readCurrent,
  showCurrent,
  writesInTurn,
} from './line-queries';
import type { OwnEdit } from './use-undo';

type LinePatch = components['schemas']['TakeoffLinePatch'];

export interface Writes {
  underway: readonly Batch[];
  locked: Pending | null;
  store: (changes: readonly CellChange[]) => void;
  again: () => void;
  takeTheirs: () => void;
  discard: () => void;
}

const noFaults: Pending['faults'] = new Map();
const noTheirs: Pending['theirs'] = new Map();

/** The registry decides which keys a line has; the API refuses a value that does not fit, and its cell shows the fault. */
const patchOf = (mtoId: string, version: number, values: Record<string, Value>): LinePatch =>
  ({ mtoId, version, ...values }) as LinePatch;

/** The next change of a line begins with the version of the person's last own change, which the grid may not show yet. */
class OwnVersions {
  readonly #lines = new Map<string, { passed: Set<number>; version: number }>();

  of({ id, version }: Line): number {
    const known = this.#lines.get(id);
    return known?.passed.has(version) ? known.version : version;
  }

  note(lines: readonly Line[], { lines: changes }: Batch): void {
    for (const { id, version } of lines) {
      const passed = this.#lines.get(id)?.passed ?? new Set<number>();
      passed.add(changes.get(id)?.seen.version ?? version).add(version);
      this.#lines.set(id, { passed, version });
    }
  }
}

async function send(api: Api, { projectId, fields }: LineQuery, batch: Batch, own: OwnVersions) {
  const items = [...batch.lines].map(([id, { seen, cells }]) => {
    const values = Object.fromEntries([...cells].map(([key, { value }]) => [key, value]));
    return patchOf(id, own.of(seen), values);
  });
  const answer = await api.PATCH('/api/v1/mto/bulk', {
    params: { query: { fields: [fieldsRead(fields).join()] }, header: { 'Idempotency-Key': batch.key } },
    body: { projectId, items },
  });
  const { updated, items: parts } = await answered(Promise.resolve(answer));
  return { updated, lines: parts.map(lineOf), requestId: answer.response.headers.get('x-request-id') };
}

async function readTheirs(
  api: Api,
  queries: QueryClient,
  query: LineQuery,
  { problem }: ApiProblem,
): Promise<Pending['theirs']> {
  const current = await readCurrent(api, query, problem.ids ?? []);
  await showCurrent(queries, current);
  return new Map(current.map((line) => [line.id, line]));
}

interface Reported {
  started: () => void;
  stored: (batch: Batch, edit: OwnEdit | null) => void;
  refused: (batch: Batch, error: unknown) => Promise<void>;
}

function useSending(query: LineQuery, reported: Reported) {
  const api = useApi();
  const queries = useQueryClient();
  const [underway, setUnderway] = useState<readonly Batch[]>([]);
  const [own] = useState(() => new OwnVersions());
  const { mutate } = useMutation({
    scope: writesInTurn,
    mutationFn: (batch: Batch) => send(api, query, batch, own),
    onSuccess: async ({ updated, lines, requestId }, batch) => {
      own.note(lines, batch);
      await showCurrent(queries, lines);
      const [first] = lines;
      reported.stored(batch, updated > 0 && requestId && first ? { requestId, lineId: first.id } : null);
      await queries.invalidateQueries({
        refetchType: 'none',
        predicate: ({ queryKey: [name] }) => name !== 'takeoff-lines',
      });
      queries.invalidateQueries({ queryKey: ['takeoff-totals'] });
    },
    onError: (error, batch) => reported.refused(batch, error),
    onSettled: (_data, _error, batch) => setUnderway((current) => current.filter((one) => one !== batch)),
  });
  const start = (batch: Batch) => {
    if (batch.lines.size === 0) return;
    reported.started();
    setUnderway((current) => [...current, batch]);
    mutate(batch);
  };
  return { underway, start };
}

export function useWrites(query: LineQuery, reported: Omit<Reported, 'refused'>): Writes {
  const api = useApi();
  const queries = useQueryClient();
  const [locked, setHeld] = useState<Pending | null>(null);
  const lock = (found: Pending) => setHeld((current) => (current ? joined(current, found) : found));
  const { underway, start } = useSending(query, { ...reported, refused });

  /** A batch is sent again at once where others changed the lines but none of its cells. */
  async function refused(batch: Batch, error: unknown): Promise<void> {
    const isLate = error instanceof ApiProblem && error.code === 'VERSION_MISMATCH';
    const faults = error instanceof ApiProblem ? faultsOf(error, batch) : noFaults;
    const theirs = isLate ? await readTheirs(api, queries, query, error).catch(() => noTheirs) : noTheirs;
    if (theirs.size > 0 && !isContested(batch, theirs)) start(rebased(batch, theirs));
    else lock({ batch, error, faults, theirs });
  }

  const release = (next: (locked: Pending) => Batch) => {
    if (!locked) return;
    setHeld(null);
    start(next(locked));
  };
  return {
    underway,
    locked,
    store(changes) {
      const touchesPending = changes.some(({ line }) => locked?.batch.lines.has(line.id));
      if (touchesPending) setHeld(null);
      start(batchOf(changes, touchesPending ? locked?.batch : undefined));
    },
    again: () => release(sentAgain),
    takeTheirs: () => release(withoutContested),
    discard: () => setHeld(null),
  };
}

/** The idempotency key stays only where the outcome of the first attempt is unknown. */
const sentAgain = ({ batch, error, theirs }: Pending): Batch => {
  if (theirs.size > 0) return rebased(batch, theirs);
  return isPassing(error) ? batch : { ...batch, key: newKey() };
};
