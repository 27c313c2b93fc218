import { Turns } from '@consulting/kernel/turns';
import type { Ctx } from '../context';

const turns = new Turns('Searches and summaries', {
  atOnceMax: 4,
  atOncePerCallerMax: 2,
  waitingMax: 128,
  waitingPerCallerMax: 32,
  waitMsMax: 25_000,
});

/**
 * Reads what may take every line of a project: only a few at once, so that all other requests find a connection and a
 * processor. @throws RATE_LIMITED, DEPENDENCY_UNAVAILABLE
 */
export const inTurn = <T>({ caller }: Ctx, signal: AbortSignal, read: () => Promise<T>): Promise<T> =>
  turns.run(caller.id, signal, read);
