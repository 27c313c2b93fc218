import { Button, Dialog, Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { type Api, answered, useApi } from '@consulting/foundation/api';
import { useSession } from '@consulting/foundation/session';
import { UndoPanel } from '@consulting/takeoff-lines';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Task } from './task';

/** The operation of an import is among the first after its file was accepted, so one page is enough. */
async function readOperation(api: Api, { taskId, projectId, serviceId, createdAt }: Task) {
  const query = { projectId, serviceId, kind: 'import' as const, from: createdAt, sort: ['at'], limit: 100 };
  const params = { path: { recordType: 'takeoff-lines' as const }, query };
  const { data } = await answered(api.GET('/api/v1/history/{recordType}', { params }));
  return data.find((operation) => operation.taskId === taskId) ?? null;
}

export function Undo({ task }: { task: Task }) {
  const api = useApi();
  const words = useMessages().imports.undo;
  const { canWrite } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { data: operation } = useQuery({
    queryKey: ['history', 'import', task.taskId],
    queryFn: () => readOperation(api, task),
  });
  if (!operation) return null;
  const isUndone = operation.undoneBy !== null;
  const close = () => {
    setOpen(false);
    // The button that opened the dialog is gone with what it undid.
    if (isUndone) document.getElementById('content')?.focus();
  };
  return (
    <>
      {isUndone && <Notice kind="success" title={words.undone} />}
      {operation.canUndo && canWrite && (
        <Button kind="danger" onPress={() => setOpen(true)}>
          {words.button}
        </Button>
      )}
      <Dialog title={words.title} isOpen={isOpen} onClose={close}>
        <UndoPanel operationId={operation.operationId} />
      </Dialog>
    </>
  );
}
