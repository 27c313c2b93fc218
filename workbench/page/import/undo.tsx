import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Api, answered, useApi } from '../api/client';
import { newKey, useIdempotencyKey } from '../api/idempotency';
import { Button } from '../components/button';
import { Dialog, DialogActions } from '../components/dialog';
import { Notice } from '../components/notice';
import { ProblemNotice } from '../components/problem-notice';
import { Loaded } from '../components/view';
import { useMessages } from '../language/language';
import { useSession } from '../session/session';
import { linesChanged, type Task } from './task';

/** The operation of an import is among the first after its file was accepted, so one page is enough. */
async function readOperation(api: Api, { taskId, projectId, serviceId, createdAt }: Task) {
  const query = { projectId, serviceId, kind: 'import' as const, from: createdAt, sort: ['at'], limit: 100 };
  const params = { path: { recordType: 'takeoff-lines' as const }, query };
  const { data } = await answered(api.GET('/api/v1/history/{recordType}', { params }));
  return data.find((operation) => operation.taskId === taskId) ?? null;
}

type Operation = NonNullable<Awaited<ReturnType<typeof readOperation>>>;

interface UndoOf {
  operationId: string;
  dryRun: boolean;
  onConflict: 'refuse' | 'skip';
  expectedCount?: number;
}

const undo = (api: Api, { operationId, ...body }: UndoOf, key: string) =>
  answered(
    api.POST('/api/v1/history/takeoff-lines/{operationId}/undo', {
      params: { path: { operationId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );

const operationKey = ({ taskId }: Task) => ['history', 'import', taskId];

export function Undo({ task }: { task: Task }) {
  const api = useApi();
  const { imports } = useMessages();
  const { canWrite } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { data: operation } = useQuery({
    queryKey: operationKey(task),
    queryFn: () => readOperation(api, task),
  });
  if (!operation) return null;
  if (operation.undoneBy !== null) return <Notice kind="success" title={imports.undo.undone} />;
  if (!operation.canUndo || !canWrite) return null;
  return (
    <>
      <Button kind="danger" onPress={() => setOpen(true)}>
        {imports.undo.button}
      </Button>
      <Dialog title={imports.undo.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Trial operation={operation} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface TrialProps {
  operation: Operation;
  onDone: () => void;
}

function Trial({ operation: { operationId }, onDone }: TrialProps) {
  const api = useApi();
  const trial = useQuery({
    queryKey: ['import', 'undo', operationId],
    queryFn: () => undo(api, { operationId, dryRun: true, onConflict: 'skip' }, newKey()),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Loaded query={trial}>
      {(found) => <Confirm operationId={operationId} trial={found} onDone={onDone} />}
    </Loaded>
  );
}

interface ConfirmProps {
  operationId: string;
  trial: Awaited<ReturnType<typeof undo>>;
  onDone: () => void;
}

function Confirm({ operationId, trial, onDone }: ConfirmProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { imports, shell } = useMessages();
  const key = useIdempotencyKey();
  const { counts, skipped, skippedCount } = trial;
  const onConflict = skippedCount > 0 ? 'skip' : 'refuse';
  const expectedCount = counts.created + counts.updated + counts.deleted;
  const undoing = useMutation({
    mutationFn: () => undo(api, { operationId, dryRun: false, onConflict, expectedCount }, key),
    onSuccess: async () => {
      await linesChanged(queries);
      onDone();
      // The button that opened the dialog is gone with what it undid.
      document.getElementById('content')?.focus();
    },
  });
  const { undo: words } = imports;
  return (
    <>
      {undoing.error && <ProblemNotice error={undoing.error} />}
      <ul>
        {counts.deleted > 0 && <li>{words.go({ count: counts.deleted })}</li>}
        {counts.updated > 0 && <li>{words.change({ count: counts.updated })}</li>}
        {counts.created > 0 && <li>{words.comeBack({ count: counts.created })}</li>}
      </ul>
      {skippedCount > 0 && (
        <Notice kind="warning" title={words.conflicts({ count: skippedCount })}>
          <ul>
            {skipped.slice(0, 20).map(({ recordId, code, label }) => (
              <li key={recordId}>{[code, label].filter(Boolean).join(' · ') || recordId}</li>
            ))}
          </ul>
        </Notice>
      )}
      <DialogActions>
        <Button onPress={onDone}>{shell.cancel}</Button>
        <Button kind="danger" onPress={() => undoing.mutate()} isDisabled={undoing.isPending}>
          {skippedCount > 0 ? words.undoOthers : words.button}
        </Button>
      </DialogActions>
    </>
  );
}
