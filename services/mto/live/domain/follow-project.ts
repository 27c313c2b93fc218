import { eventStream } from '@consulting/kernel/http';
import { countedAs } from '@consulting/kernel/process';
import { QueryInput, RecordInput, text, uuid, type Values } from '@consulting/kernel/schema';
import { type Ctx, requireProject } from '@consulting/mto-lines';
import { storePresence } from '../store/presence';

const presenceSeconds = 30;
const positionLengthMax = 24_000;

export const liveQuery = new QueryInput({
  lastEventId: text(positionLengthMax).describe(
    'What the header `Last-Event-ID` says, for an EventSource that is opened with another ticket.',
  ),
});

export const presenceInput = new RecordInput(
  { mtoId: uuid().describe('Line where the caller is; null for the takeoff as a whole.') },
  { name: 'Presence' },
);

interface Opening {
  query: Values<(typeof liveQuery)['fields']>;
  lastEventId: string | null;
  signal: AbortSignal;
}

// @throws NOT_FOUND, RATE_LIMITED, DEPENDENCY_UNAVAILABLE
export async function followProject(
  ctx: Ctx,
  projectId: string,
  { query, lastEventId, signal }: Opening,
): Promise<Response> {
  await requireProject(ctx, projectId);
  const leave = ctx.live.takePlace(countedAs(ctx.caller), signal);
  const followed = { projectId: projectId.toLowerCase(), position: lastEventId || query.lastEventId };
  return eventStream((gone, end) => ctx.live.follow(followed, gone, end), leave);
}

// @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE
export async function issueLiveTicket(ctx: Ctx, projectId: string) {
  await requireProject(ctx, projectId);
  const path = `/api/v1/mto/project/${projectId.toLowerCase()}/events`;
  const { ticket, expiresAt } = await ctx.signTicket(ctx.caller, path);
  return { ticket, expiresAt, url: `${path}?ticket=${ticket}` };
}

// @throws VALIDATION_ERROR, NOT_FOUND, DEPENDENCY_UNAVAILABLE
export async function setPresence(ctx: Ctx, projectId: string, body: unknown): Promise<void> {
  const { mtoId } = presenceInput.create(body);
  await requireProject(ctx, projectId);
  const { id: personId, name } = ctx.caller;
  await storePresence(ctx.db, { projectId, personId, name, mtoId }, presenceSeconds);
}
