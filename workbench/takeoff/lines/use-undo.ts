import { type Api, ApiProblem, answered, isPassing, useApi } from '@consulting/foundation/api';
import { linesOf, undo } from '@consulting/takeoff-lines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readLinesAgain } from './line-queries';

export type OwnEdit = { requestId: string; lineId: string } | { operationId: string };

interface Done {
  edits: readonly OwnEdit[];
  undone: readonly OwnEdit[];
}

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
  const [{ edits, undone }, setDone] = useState<Done>({ edits: [], undone: [] });
  const without = (list: readonly OwnEdit[], edit: OwnEdit) => list.filter((one) => one !== edit);
  const run = useMutation({
    mutationFn: async ({ edit }: { edit: OwnEdit; isRedo: boolean }) => {
      const operationId = await operationOf(api, projectId, edit);
      return operationId === null ? null : undo(api, operationId, { onConflict: 'refuse', dryRun: false });
    },
    onSuccess: async (answer, { edit, isRedo }) => {
      const left = answer?.operationId ? [{ operationId: answer.operationId }] : [];
      setDone((done) =>
        isRedo
          ? { edits: [...done.edits, ...left], undone: without(done.undone, edit) }
          : { edits: without(done.edits, edit), undone: [...done.undone, ...left] },
      );
      await readLinesAgain(queries);
      if (answer) reported(linesOf(answer), isRedo);
    },
    onError: (error, { edit }) => {
      // What others changed since can be taken back by the history alone; the edits before it still can here.
      if (error instanceof ApiProblem && !isPassing(error))
        setDone((done) => ({ edits: without(done.edits, edit), undone: without(done.undone, edit) }));
    },
  });
  const start = (edit: OwnEdit | undefined, isRedo: boolean) => {
    if (edit && !run.isPending) run.mutate({ edit, isRedo });
  };
  return {
    canUndo: edits.length > 0,
    canRedo: undone.length > 0,
    error: run.error,
    undo: () => start(edits.at(-1), false),
    redo: () => start(undone.at(-1), true),
    note: (edit) => setDone((done) => ({ edits: [...done.edits, edit], undone: [] })),
    forgetError: run.reset,
  };
}
