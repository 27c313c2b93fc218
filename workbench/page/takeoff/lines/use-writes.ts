import type { components } from '@consulting/client/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { answered, useApi } from '../../api/client';
import { newKey } from '../../api/idempotency';
import { ApiProblem, isPassing } from '../../api/problem';
import {
  type Batch,
  batchOf,
  type CellChange,
  contestedKeys,
  faultsOf,
  type Held,
  joined,
  rebased,
  type Value,
  withoutContested,
} from './changes';
import { type Line, type LineQuery, lineOf, readPresent, showPresent } from './line-queries';
import type { OwnEdit } from './use-undo';

type LinePatch = components['schemas']['TakeoffLinePatch'];

export interface Writes {
  /** Changes that are being stored, in their order. */
  underway: readonly Batch[];
  held: Held | null;
  store: (changes: readonly CellChange[]) => void;
  /** Sends the changes that were not stored once more. */
  again: () => void;
  /** Leaves cells that others changed as they are, and stores the rest. */
  takeTheirs: () => void;
  discard: () => void;
}

const noFaults: Held['faults'] = new Map();

/** Which keys a line has is the registry's; a value that does not fit is refused by the API, and told at its cell. */
const patchOf = (mtoId: string, version: number, values: Record<string, Value>): LinePatch =>
  ({ mtoId, version, ...values }) as LinePatch;

/** Changes of cells, stored one batch after the other; what is refused is kept until the person has decided. */
export function useWrites(
  query: LineQuery,
  told: { started: () => void; stored: (batch: Batch, edit: OwnEdit | null) => void },
): Writes {
  const api = useApi();
  const queries = useQueryClient();
  const [underway, setUnderway] = useState<readonly Batch[]>([]);
  const [held, setHeld] = useState<Held | null>(null);
  // Versions that own changes led to: the next change of the same line begins with them.
  const own = useRef(new Map<string, { passed: Set<number>; version: number }>());

  const hold = (found: Held) => setHeld((present) => (present ? joined(present, found) : found));

  const versionOf = ({ id, version }: Line): number => {
    const known = own.current.get(id);
    return known?.passed.has(version) ? known.version : version;
  };
  const noteOwn = (seen: Line, version: number) => {
    const passed = own.current.get(seen.id)?.passed ?? new Set<number>();
    own.current.set(seen.id, { passed: passed.add(seen.version), version });
    passed.add(version);
  };

  async function send(batch: Batch) {
    const items = [...batch.lines].map(([id, { seen, cells }]) => {
      const values = Object.fromEntries([...cells].map(([key, { value }]) => [key, value]));
      return patchOf(id, versionOf(seen), values);
    });
    const answer = await api.PATCH('/api/v1/mto/bulk', {
      params: { query: { fields: [query.fields.join()] }, header: { 'Idempotency-Key': batch.key } },
      body: { projectId: query.projectId, items },
    });
    const { updated, items: parts } = await answered(Promise.resolve(answer));
    return { updated, lines: parts.map(lineOf), requestId: answer.response.headers.get('x-request-id') };
  }

  /** Others changed some of the lines: what does not touch what they wrote is sent again at once. */
  async function meet(batch: Batch, error: ApiProblem): Promise<void> {
    const present = await readPresent(api, query, error.problem.ids ?? []);
    await showPresent(queries, present);
    const theirs = new Map(present.map((line) => [line.id, line]));
    const isContested = [...batch.lines].some(([id, change]) => {
      const other = theirs.get(id);
      return other !== undefined && contestedKeys(change, other).length > 0;
    });
    if (isContested) hold({ batch, error, faults: noFaults, theirs });
    else start(rebased(batch, theirs));
  }

  const mutation = useMutation({
    scope: { id: 'takeoff-lines' },
    mutationFn: send,
    onSuccess: async ({ updated, lines, requestId }, batch) => {
      for (const line of lines) {
        const change = batch.lines.get(line.id);
        if (change) noteOwn(change.seen, line.version);
      }
      await showPresent(queries, lines);
      const [first] = lines;
      told.stored(batch, updated > 0 && requestId && first ? { requestId, lineId: first.id } : null);
      queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === 'takeoff-totals' });
    },
    onError: async (error, batch) => {
      if (error instanceof ApiProblem && error.code === 'VERSION_MISMATCH') {
        await meet(batch, error).catch((other) =>
          hold({ batch, error: other, faults: noFaults, theirs: new Map() }),
        );
        return;
      }
      const faults = error instanceof ApiProblem ? faultsOf(error, batch) : noFaults;
      hold({ batch, error, faults, theirs: new Map() });
    },
    onSettled: (_data, _error, batch) => setUnderway((present) => present.filter((one) => one !== batch)),
  });

  function start(batch: Batch): void {
    if (batch.lines.size === 0) return;
    told.started();
    setUnderway((present) => [...present, batch]);
    mutation.mutate(batch);
  }

  return {
    underway,
    held,
    store(changes) {
      const touchesHeld = changes.some(({ line }) => held?.batch.lines.has(line.id));
      if (touchesHeld) setHeld(null);
      start(batchOf(changes, touchesHeld ? held?.batch : undefined));
    },
    again() {
      if (!held) return;
      const { batch, error, theirs } = held;
      setHeld(null);
      // The same key again only where nothing is known of what became of the first attempt.
      start(
        theirs.size > 0 ? rebased(batch, theirs) : isPassing(error) ? batch : { ...batch, key: newKey() },
      );
    },
    takeTheirs() {
      if (!held) return;
      setHeld(null);
      start(withoutContested(held));
    },
    discard: () => setHeld(null),
  };
}
