import { limitedFor } from '@consulting/kernel/http';
import { countedAs, Turns } from '@consulting/kernel/process';
import type { Ctx } from './context';

const turns = new Map<string, Turns>();

function turnsOf(server: string): Turns {
  const known = turns.get(server);
  if (known) return known;
  const own = new Turns('Searches and summaries', {
    atOnceMax: 4,
    atOncePerCallerMax: 2,
    waitingMax: 128,
    waitingPerCallerMax: 32,
    waitMsMax: 25_000,
  });
  turns.set(server, own);
  return own;
}

type Read<T> = (ctx: Ctx) => Promise<T>;

export const fromAnyServer = <T>(ctx: Ctx, read: Read<T>): Promise<T> =>
  ctx.replicas.run((server) => server.read((db) => read({ ...ctx, db: limitedFor(ctx, db) })));

/**
 * Only a few reads that may take every line of a project run at once on each server, so that all other
 * requests find a connection and a processor.
 * @throws RATE_LIMITED, DEPENDENCY_UNAVAILABLE
 */
export const inTurn = <T>(ctx: Ctx, signal: AbortSignal, read: Read<T>): Promise<T> =>
  ctx.replicas.run((server) =>
    turnsOf(server.name).run(countedAs(ctx.caller), signal, () =>
      server.read((db) => read({ ...ctx, db: limitedFor(ctx, db) })),
    ),
  );
