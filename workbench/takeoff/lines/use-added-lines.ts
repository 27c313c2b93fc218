import type { components } from '@consulting/client/api';
import { type Api, answered, newKey, useApi } from '@consulting/foundation/api';
import type { Field } from '@consulting/takeoff-lines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readByIds, readLinesAgain, writesInTurn } from './line-queries';
import type { OwnEdit } from './use-undo';

export type NewItem = Readonly<Record<string, unknown>>;

type Item = components['schemas']['TakeoffLineItem'];

interface Waiting {
  // The key stays the same over repeated attempts, so that a lost answer adds nothing twice.
  key: string;
  items: readonly NewItem[];
}

export interface AddedLines {
  waiting: Waiting | null;
  error: unknown;
  isPending: boolean;
  // The person confirms the number first.
  ask: (items: readonly NewItem[]) => void;
  add: (items: readonly NewItem[]) => void;
  again: () => void;
  cancel: () => void;
}

async function send(api: Api, projectId: string, { key, items }: Waiting): Promise<OwnEdit> {
  const answer = await api.POST('/api/v1/mto/bulk', {
    headers: { 'idempotency-key': key },
    body: { projectId, items: items as Item[] },
  });
  const { ids } = await answered(Promise.resolve(answer));
  return { lineId: ids[0] ?? '', requestId: answer.response.headers.get('x-request-id') ?? '' };
}

export function useAddedLines(projectId: string, added: (count: number, edit: OwnEdit) => void): AddedLines {
  const api = useApi();
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const { mutate, error, isPending, reset } = useMutation({
    scope: writesInTurn,
    mutationFn: (lines: Waiting) => send(api, projectId, lines),
    onSuccess: async (edit, { items }) => {
      setWaiting(null);
      await readLinesAgain(queries);
      added(items.length, edit);
    },
    onError: (_error, lines) => setWaiting(lines),
  });
  return {
    ...{ waiting, error, isPending },
    ask(items) {
      reset();
      setWaiting({ key: newKey(), items });
    },
    add: (items) => items.length > 0 && mutate({ key: newKey(), items }),
    again: () => waiting && mutate(waiting),
    cancel: () => setWaiting(null),
  };
}

const ofTheOriginalAlone = ['projectId', 'sourceId'];

// Everything that was entered is copied; what is computed is computed for the copy.
export async function readCopies(
  api: Api,
  projectId: string,
  ids: readonly string[],
  fields: readonly Field[],
): Promise<NewItem[]> {
  const entered = fields.filter(({ key, computed }) => !computed && !ofTheOriginalAlone.includes(key));
  const keys = new Set(entered.map(({ key }) => key));
  const lines = await readByIds(api, projectId, ids);
  const found = new Map<string, NewItem>(
    lines.map((line) => {
      const values = Object.entries(line).filter(([key, one]) => keys.has(key) && one !== null);
      return [line.id, Object.fromEntries(values)];
    }),
  );
  return ids.map((id) => found.get(id)).filter((line) => line !== undefined);
}
