import { Button, Progress } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { answered, useApi } from '@consulting/foundation/api';
import { Card, ProblemNotice } from '@consulting/foundation/components';
import { ForWriters } from '@consulting/foundation/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import classes from './import.module.css';
import { type Task, taskKey } from './task';

export function Running({ task }: { task: Task }) {
  const { imports } = useMessages();
  const formats = useFormats();
  const { current, total } = task.progress;
  const cancelling = useCancel(task);
  return (
    <Card>
      <Progress
        label={
          task.status === 'queued' ? imports.running.waits : imports.running[task.dryRun ? 'reads' : 'runs']
        }
        value={total === 0 ? null : current}
        max={total}
        words={
          total === 0
            ? ''
            : imports.running.rows({ current: formats.number(current), total: formats.number(total) })
        }
      />
      {cancelling.error && <ProblemNotice error={cancelling.error} />}
      <ForWriters>
        <div className={classes.actions}>
          <Button onPress={() => cancelling.mutate()} isDisabled={cancelling.isPending}>
            {imports.running.cancel}
          </Button>
        </div>
      </ForWriters>
    </Card>
  );
}

function useCancel({ taskId }: Task) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answered(api.POST('/api/v1/mto/import/status/{taskId}/cancel', { params: { path: { taskId } } })),
    // An import that ended meanwhile cannot be cancelled: then its end is shown.
    onSettled: () => queries.invalidateQueries({ queryKey: taskKey(taskId) }),
  });
}
