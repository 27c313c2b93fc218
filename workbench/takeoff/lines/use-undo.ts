import { type Api, ApiProblem, answered, isPassing, useApi } from '@consulting/foundation/api';
import { linesOf, undo } from '@consulting/takeoff-lines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readLinesAgain, writesInTurn } from './line-queries';

export type OwnEdit = { requestId: string; lineId: string } | { operationId: string };

interface Done {
  edits: readonly OwnEdit[];
  undone: readonly OwnEdit[];
}

const nothingDone: Done = { edits: [], undone: [] };

const searched = 100;

async function operationOf(api: Api, projectId: string, edit: OwnEdit): Promise<string | null> {
  if ('operationId' in edit) return edit.operationId;
  const { requestId, lineId: recordId } = edit;
  const { data } = await answered(
    api.GET('/api/v1/history/{recordType}', {
      params: { path: { recordType: 'takeoff-lines' }, query: { projectId, recordId, limit: searched } },
    }),
  );
  return data.find((operation) => operation.requestId === requestId)?.operationId ?? null;
}

export interface Undoing {
  canUndo: boolean;
  canRedo: boolean;
  error: unknown;
  undo: () => void;
  redo: () => void;
  note: (edit: OwnEdit) => void;
  forgetError: () => void;
}

export function useUndo(projectId: string, reported: (lines: number, isRedo: boolean) => void): Undoing {
  const api = useApi();
  const queries = useQueryClient();
  const [{ edits, undone }, setDone] = useState<Done>(nothingDone);
  const latest = useRef(nothingDone);
  const [error, setError] = useState<unknown>(null);
  const change = (done: Done) => {
    latest.current = done;
    setDone(done);
  };
  const { mutate } = useMutation({
    // A key that is pressed while something is stored takes back exactly that, and each press one edit more.
    scope: writesInTurn,
    mutationFn: async ({ isRedo }: { isRedo: boolean }) => {
      const edit = (isRedo ? latest.current.undone : latest.current.edits).at(-1);
      if (!edit) return null;
      const operationId = await operationOf(api, projectId, edit);
      const answer = operationId === null ? null : await takenBack(edit, operationId);
      const left = answer?.operationId ? [{ operationId: answer.operationId }] : [];
      const { edits, undone } = without(latest.current, edit);
      change(isRedo ? { edits: [...edits, ...left], undone } : { edits, undone: [...undone, ...left] });
      return answer;
    },
    onSuccess(answer, { isRedo }) {
      if (answer) readLinesAgain(queries).then(() => reported(linesOf(answer), isRedo));
    },
    onError: setError,
  });

  // What others changed since can be taken back by the history alone; the edits before it still can here.
  const takenBack = (edit: OwnEdit, operationId: string) =>
    undo(api, operationId, { onConflict: 'refuse', dryRun: false }).catch((failure: unknown) => {
      if (failure instanceof ApiProblem && !isPassing(failure)) change(without(latest.current, edit));
      throw failure;
    });

  return {
    canUndo: edits.length > 0,
    canRedo: undone.length > 0,
    error,
    undo: () => mutate({ isRedo: false }),
    redo: () => mutate({ isRedo: true }),
    note: (edit) => change({ edits: [...latest.current.edits, edit], undone: [] }),
    forgetError: () => setError(null),
  };
}

const without = ({ edits, undone }: Done, edit: OwnEdit): Done => ({
  edits: edits.filter((one) => one !== edit),
  undone: undone.filter((one) => one !== edit),
});
