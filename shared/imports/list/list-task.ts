import { responseSchema } from '@consulting/kernel/http';
import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import type { Context } from '@consulting/kernel/process';
import type { JobContract, JsonSchema } from '@consulting/kernel/schema';
import { acceptUpload, type StoredUpload } from '../accept-upload';
import { importTask, reportedColumn } from '../import-answer';
import { taskRecord } from '../import-task';
import type { ImportJob, ImportRun } from '../run/import-run';
import type { ImportTaskState } from '../store/import-task';
import type { OpenWriter } from './import-list';
import { importListTask } from './import-list-task';
import { type ListOrder, readListForm } from './list-form';
import type { RecordList } from './record-list';

export interface ListTask extends ListOrder {
  list: string;
  projectId: string | null;
}

interface Accepted {
  list: RecordList;
  job: JobContract;
  projectId?: string;
  owner?: Readonly<Record<string, unknown>>;
  check?: (order: ListOrder) => Promise<void>;
}

/** @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE, RATE_LIMITED (the queue is full) */
export const acceptList = (
  ctx: Context & { db: Database; bus: Bus },
  upload: StoredUpload,
  { list, job, projectId, owner, check = async () => {} }: Accepted,
): Promise<{ taskId: string; status: 'queued' }> =>
  acceptUpload(ctx, upload, {
    job,
    readForm: (form) => readListForm(form, list),
    admit: async (_, { order }) => {
      await check(order);
      const given = projectId ?? order.parts?.projectId;
      const ofProject = typeof given === 'string' ? given : null;
      const parts = owner && { parts: { ...order.parts, ...owner } };
      return { parameters: { ...order, ...parts, list: list.name, projectId: ofProject } satisfies ListTask };
    },
  });

/** Tasks that were accepted before the service had more than one list lack these parameters. */
const former = {
  mapping: {},
  defaults: {},
  decimalSeparator: null,
  dryRun: false,
  projectId: null,
} satisfies Partial<ListTask>;

const inFull = (
  parameters: Partial<ListTask> & Pick<ListTask, 'updateExisting'>,
  first: string,
): ListTask => ({
  list: first,
  ...former,
  ...parameters,
});

export const listTaskType = (list: string) => `${list}-import`;

export const serialiseListTask = (row: ImportTaskState<ListTask>, first = '') => {
  const { list, updateExisting, dryRun, projectId } = inFull(row.parameters, first);
  const ofTakeoff = { mode: null, serviceId: null, discipline: null };
  const { columns = null, ...result } = row.result ?? {};
  const { columns: unread, ...error } = row.error ?? {};
  return {
    ...taskRecord(row, listTaskType(list), { ...ofTakeoff, projectId, dryRun, updateExisting }),
    result: row.result && result,
    error: row.error && error,
    ...('errors' in row && { columns: unread ?? columns }),
  };
};

const none: JsonSchema = { type: 'null', description: 'Only imports of takeoff lines have it.' };

export const listTaskSchema = (types: readonly string[]): JsonSchema =>
  importTask(
    { enum: types },
    {
      mode: none,
      dryRun: responseSchema.flag('Whether nothing was stored.'),
      projectId: responseSchema.nullable(
        responseSchema.id('Project that the list belongs to, if it is of one.'),
      ),
      serviceId: none,
      discipline: none,
      updateExisting: responseSchema.flag('Whether rows change records that exist.'),
    },
    {
      columns: responseSchema.nullable(
        responseSchema.list(
          reportedColumn,
          'The columns as they were read, or could be where no header is known; the first 200. Null until the import has ended. Left out with details=false.',
        ),
      ),
    },
  );

export interface TaskWriter {
  list: RecordList;
  open(task: ListTask): OpenWriter;
}

export const listJob = (writers: readonly TaskWriter[]): ImportJob<ListTask> => ({
  labelOf: (field) => field,
  storeRows: (run: ImportRun<ListTask>) => {
    const parameters = inFull(run.task.parameters, writers[0]?.list.name ?? '');
    const writer = writers.find(({ list }) => list.name === parameters.list);
    if (!writer) throw new Error(`there is no list ${parameters.list}`);
    return importListTask(run, writer.list, parameters, writer.open(parameters));
  },
});
