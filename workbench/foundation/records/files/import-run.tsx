import { Button, CloseAction, DialogActions, Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useMutation } from '@tanstack/react-query';
import { answered, useApi } from '../../api/client';
import { ProblemNotice } from '../../components/problem-notice';
import { Loaded } from '../../components/view';
import type { Task } from './file-list';
import { Counts, TaskMessages, TaskProgress, useTask } from './task-report';

interface Props {
  taskId: string;
  onStored: () => void;
}

export function ImportRun({ taskId, onStored }: Props) {
  const { files } = useMessages().libraries;
  const query = useTask(taskId, onStored);
  return (
    <Loaded query={query}>
      {(task) =>
        task.finishedAt === null ? (
          <Running task={task} onChanged={query.refetch} />
        ) : (
          <>
            <Outcome task={task} />
            {task.result && <Counts {...task.result} />}
            <TaskMessages task={task} hasWarnings />
            <CloseAction label={files.showList} />
          </>
        )
      }
    </Loaded>
  );
}

function Running({ task, onChanged }: { task: Task; onChanged: () => unknown }) {
  const { files } = useMessages().libraries;
  const api = useApi();
  const params = { path: { taskId: task.taskId } };
  const cancelling = useMutation({
    mutationFn: () => answered(api.POST('/api/v1/mto/import/status/{taskId}/cancel', { params })),
    onSettled: onChanged,
  });
  return (
    <>
      <TaskProgress task={task} />
      {cancelling.error && <ProblemNotice error={cancelling.error} />}
      <DialogActions>
        <Button isPending={cancelling.isPending} onPress={() => cancelling.mutate()}>
          {files.cancelImport}
        </Button>
      </DialogActions>
    </>
  );
}

function Outcome({ task: { status, result } }: { task: Task }) {
  const { files } = useMessages().libraries;
  if (status === 'cancelled') return <Notice kind="info" title={files.cancelled} />;
  if (!result) return null;
  const { imported, updated, failed } = result;
  if (failed > 0) return <Notice kind="warning" title={files.doneWithErrors} />;
  return <Notice kind="success" title={imported + updated === 0 ? files.nothingChanged : files.done} />;
}
