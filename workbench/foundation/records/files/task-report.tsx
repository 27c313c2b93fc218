import { Button, column, Notice, numberColumn, Progress, Table, Terms } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/client';
import { Loaded } from '../../components/view';
import { readTask, type Task } from './file-list';
import classes from './files.module.css';
import { useDownload } from './use-download';

export const taskKey = 'import-task';

const pollMs = 400;

export function useTask(taskId: string, onEnd?: (task: Task) => void) {
  const api = useApi();
  return useQuery({
    queryKey: [taskKey, taskId],
    queryFn: async ({ signal }) => {
      const task = await readTask(api, taskId, signal);
      if (task.finishedAt !== null) onEnd?.(task);
      return task;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data && state.data.finishedAt !== null ? false : pollMs),
  });
}

export function TaskReport({ taskId, hasCounts }: { taskId: string; hasCounts: boolean }) {
  const query = useTask(taskId);
  return (
    <Loaded query={query}>
      {(task) =>
        task.finishedAt === null ? (
          <TaskProgress task={task} />
        ) : (
          <>
            {hasCounts && task.result && <Counts {...task.result} />}
            <TaskMessages task={task} hasWarnings={hasCounts} />
          </>
        )
      }
    </Loaded>
  );
}

export function TaskProgress({ task: { progress } }: { task: Task }) {
  const words = useMessages().libraries.files;
  const { current, total } = progress;
  return (
    <Progress
      label={words.reading}
      value={total === 0 ? null : current}
      max={total}
      words={words.readingRows({ done: current, total })}
    />
  );
}

export function TaskMessages({ task, hasWarnings }: { task: Task; hasWarnings: boolean }) {
  const words = useMessages().libraries.files;
  const { warnings = [] } = task;
  return (
    <>
      {task.error && <Notice kind="danger" title={`${words.failed} ${task.error.message}`} />}
      {hasWarnings && warnings.length > 0 && (
        <Notice kind="warning" title={words.warnings({ count: task.warningCount })}>
          <ul className={classes.messages}>
            {warnings.map(({ row, column, message }) => (
              <li key={`${row} ${column} ${message}`}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {task.errorCount > 0 && <WrongRows task={task} />}
    </>
  );
}

function WrongRows({ task: { taskId, errors = [], errorCount } }: { task: Task }) {
  const words = useMessages().libraries.files;
  const { mutate, isPending, notice } = useDownload();
  return (
    <>
      <Notice kind="danger" title={words.errors({ count: errorCount })}>
        <p>{words.errorWorkbookHint}</p>
        <Button
          isPending={isPending}
          onPress={() => mutate(`/api/v1/mto/import/status/${encodeURIComponent(taskId)}/errors`)}
        >
          {words.errorWorkbook}
        </Button>
      </Notice>
      <Table<(typeof errors)[number]>
        caption={words.errors({ count: errorCount })}
        rows={errors}
        rowKey={({ sheet, row, column, field, code }) => [sheet, row, column, field, code].join(' ')}
        columns={[
          column('sheet', words.sheet, ({ sheet }) => sheet),
          numberColumn('row', words.row, ({ row }) => row),
          column('column', words.column, ({ column }) => column),
          column('value', words.value, ({ value }) => value),
          column('reason', words.reason, ({ message }) => message),
        ]}
      />
      {errors.length < errorCount && (
        <p className="quiet">{words.errorsShown({ displayed: errors.length, count: errorCount })}</p>
      )}
      {notice}
    </>
  );
}

interface Counted {
  imported: number;
  updated: number;
  skipped: number;
  failed: number;
}

export function Counts({ imported, updated, skipped, failed }: Counted) {
  const words = useMessages().libraries.files;
  const { number } = useFormats();
  const terms = [
    { label: words.imported, value: number(imported) },
    { label: words.updated, value: number(updated) },
    { label: words.skipped, value: number(skipped) },
    { label: words.wrong, value: number(failed), className: failed > 0 ? classes.wrong : undefined },
  ];
  return <Terms className={classes.counts} terms={terms} />;
}
