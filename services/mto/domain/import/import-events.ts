import { isFinished } from '@consulting/imports/task-model';
import { DomainError } from '@consulting/kernel/errors';
import { eventStream, pause, type ServerEvent, StreamPlaces } from '@consulting/kernel/http/event-stream';
import type { Ctx } from '../../context';
import { getImportTask } from './import-status';

const lookEveryMs = 500;
const places = new StreamPlaces();

type Task = Awaited<ReturnType<typeof getImportTask>>;

/**
 * The task of an import as server-sent events, twice a second until its final state, which is the last event. A client that
 * has seen that one and connects again is told to stop by 204, as `EventSource` understands it.
 * @throws NOT_FOUND, RATE_LIMITED, DEPENDENCY_UNAVAILABLE
 */
export async function followImport(
  ctx: Ctx,
  taskId: string,
  { lastEventId, signal }: { lastEventId: string | null; signal: AbortSignal },
): Promise<Response> {
  const task = await getImportTask(ctx, taskId);
  if (isFinished(task.status) && lastEventId === task.status) return new Response(null, { status: 204 });
  const ended = places.take(ctx.caller.id, signal);
  return eventStream((gone) => statesOf(ctx, taskId, task, gone), ended);
}

async function* statesOf(
  ctx: Ctx,
  taskId: string,
  first: Task,
  gone: AbortSignal,
): AsyncGenerator<ServerEvent | null> {
  for (let task: Task | null = first; ; ) {
    yield task && { id: task.status, data: task };
    if (task && isFinished(task.status)) return;
    await pause(lookEveryMs, gone);
    if (gone.aborted) return;
    task = await lookAt(ctx, taskId);
  }
}

async function lookAt(ctx: Ctx, taskId: string): Promise<Task | null> {
  try {
    return await getImportTask(ctx, taskId);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw error;
    ctx.log.debug('import not readable at the moment', { taskId, error });
    return null;
  }
}
