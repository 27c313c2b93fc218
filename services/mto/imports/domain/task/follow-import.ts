import { isFinished } from '@consulting/imports/task/task-model';
import { eventStream, type ServerEvent, StreamPlaces } from '@consulting/kernel/http';
import { countedAs, pause } from '@consulting/kernel/process';
import { DomainError } from '@consulting/kernel/schema';
import type { Ctx } from '@consulting/mto-lines';
import { getImportTask } from './import-task';

const pollIntervalMs = 500;
const places = new StreamPlaces();

type Task = Awaited<ReturnType<typeof getImportTask>>;

/**
 * A client that has seen the final state and connects again is answered 204, at which `EventSource` stops.
 * @throws NOT_FOUND, RATE_LIMITED, DEPENDENCY_UNAVAILABLE
 */
export async function followImport(
  ctx: Ctx,
  taskId: string,
  { lastEventId, signal }: { lastEventId: string | null; signal: AbortSignal },
): Promise<Response> {
  const task = await getImportTask(ctx, taskId);
  if (isFinished(task.status) && lastEventId === task.status) return new Response(null, { status: 204 });
  const ended = places.take(countedAs(ctx.caller), signal);
  return eventStream((gone) => statesOf(ctx, taskId, task, gone), ended);
}

/** @throws NOT_FOUND */
export async function issueTicket(ctx: Ctx, taskId: string) {
  await getImportTask(ctx, taskId, false);
  const path = `/api/v1/mto/import/status/${taskId.toLowerCase()}/events`;
  const { ticket, expiresAt } = await ctx.signTicket(ctx.caller, path);
  return { ticket, expiresAt, url: `${path}?ticket=${ticket}` };
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
    await pause(pollIntervalMs, gone);
    if (gone.aborted) return;
    task = await lookAgain(ctx, taskId);
  }
}

async function lookAgain(ctx: Ctx, taskId: string): Promise<Task | null> {
  try {
    return await getImportTask(ctx, taskId);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw error;
    ctx.log.debug('could not read the import task', { taskId, error });
    return null;
  }
}
