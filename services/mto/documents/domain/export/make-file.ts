import { limitedFor } from '@consulting/kernel/http';
import { isOfReplica } from '@consulting/kernel/postgres';
import { countedAs, spooledStream, Turns } from '@consulting/kernel/process';
import type { Ctx } from '@consulting/mto-lines';

const making = new Turns('Exports', {
  atOnceMax: 4,
  atOncePerCallerMax: 1,
  waitingMax: 32,
  waitingPerCallerMax: 9,
  waitMsMax: 30_000,
});

const open = new Turns('Exports', {
  atOnceMax: 64,
  atOncePerCallerMax: 10,
  waitingMax: 0,
  waitingPerCallerMax: 0,
  waitMsMax: 0,
});

interface Begun {
  file: ReadableStream<Uint8Array>;
  /** It is called once, also when nobody began to read the file. */
  end?: () => Promise<void>;
}

type Begin = (ctx: Ctx) => Promise<Begun>;

/**
 * The file is written to the spool when it is first read, so that a slow client occupies no connection. A
 * file that a replica fails is made again on the primary, so `begin` may be called twice; what it throws is
 * thrown before an answer has begun.
 * @throws RATE_LIMITED, DEPENDENCY_UNAVAILABLE when too many exports wait for their turn
 */
export const makeFile = (
  ctx: Ctx,
  signal: AbortSignal | undefined,
  begin: Begin,
): Promise<ReadableStream<Uint8Array>> =>
  makeInTurn(ctx, signal, begin, () =>
    ctx.replicas.run((server) =>
      server.read(async (db) => ({
        ...(await begin({ ...ctx, db: limitedFor(ctx, db) })),
        isReplica: server.isReplica,
      })),
    ),
  );

export const makeFileOnPrimary = (
  ctx: Ctx,
  signal: AbortSignal | undefined,
  begin: Begin,
): Promise<ReadableStream<Uint8Array>> =>
  makeInTurn(ctx, signal, begin, async () => ({ ...(await begin(ctx)), isReplica: false }));

async function makeInTurn(
  ctx: Ctx,
  signal: AbortSignal | undefined,
  begin: Begin,
  beginFirst: () => Promise<Begun & { isReplica: boolean }>,
): Promise<ReadableStream<Uint8Array>> {
  const endOpen = await open.take(countedAs(ctx.caller), signal);
  const endMaking = await making.take(countedAs(ctx.caller), signal).catch((error) => {
    endOpen();
    throw error;
  });
  const { file, isReplica, ...begun } = await beginFirst().catch((error) => {
    endMaking();
    endOpen();
    throw error;
  });
  let { end = async () => {} } = begun;
  // The answer has begun and its status is out.
  const onFailure = (error: unknown) => ctx.log.error('export failed', { error });
  const again = async (error: unknown) => {
    if (!isOfReplica(error)) throw error;
    await end().catch(() => {});
    end = async () => {};
    const again = await begin(ctx);
    end = again.end ?? end;
    return again.file;
  };
  return spooledStream(file, ctx.spool, {
    signal,
    onMade: () => void end().catch(onFailure).finally(endMaking),
    onEnd: endOpen,
    onFailure,
    ...(isReplica && { again }),
  });
}
