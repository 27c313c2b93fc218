import { describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spool } from './spool';
import { type ReadingLimits, spooledStream } from './spooled-stream';

const MIB = 1024 * 1024;
const patient = { beginMsMax: 60_000, totalMsMax: 60_000, windowMs: 60_000, windowBytesMin: 1 };
const chunkBytes = 64 * 1024;

const chunk = (at: number) => new Uint8Array(chunkBytes).fill(at % 251);

/** Files without a name are included; the answer is 0 on systems without /proc. */
function openFiles(folder: string): number {
  if (!existsSync('/proc/self/fd')) return 0;
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target.startsWith(folder)).length;
}

function passed(
  count: number,
  { limits = patient, bytesMax = 1024 * MIB, fileBytesMax = bytesMax, signal }: Given = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'consulting-spool-'));
  const spool = new Spool({ folder, bytesMax, fileBytesMax });
  const state = { given: 0, isCancelled: false, made: 0, ended: 0, failures: [] as string[] };
  const made = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const source = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await Bun.sleep(0);
        if (state.given === count) controller.close();
        else controller.enqueue(chunk(state.given++));
      },
      cancel() {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const stream = spooledStream(source, spool, {
    signal,
    limits,
    onMade: () => {
      state.made += 1;
      made.resolve();
    },
    onEnd: () => {
      state.ended += 1;
      ended.resolve();
    },
    onFailure: (error) => state.failures.push((error as Error).message),
  });
  const clean = () => expect([spool.bytes, openFiles(folder), readdirSync(folder)]).toEqual([0, 0, []]);
  return { stream, spool, state, folder, clean, isMade: made.promise, hasEnded: ended.promise };
}

interface Given {
  limits?: ReadingLimits;
  bytesMax?: number;
  fileBytesMax?: number;
  signal?: AbortSignal;
}

async function expectWhole(stream: AsyncIterable<Uint8Array>, count: number): Promise<void> {
  const hash = new Bun.CryptoHasher('sha256');
  const expected = new Bun.CryptoHasher('sha256');
  for await (const bytes of stream) hash.update(bytes);
  for (let at = 0; at < count; at += 1) expected.update(chunk(at));
  expect(hash.digest('hex')).toBe(expected.digest('hex'));
}

describe('a spooled stream', () => {
  test('is the source, whether it is read at once or later', async () => {
    const { stream, state, hasEnded, clean } = passed(400);
    await expectWhole(stream, 400);
    await hasEnded;
    expect(state).toMatchObject({ made: 1, ended: 1, failures: [] });
    clean();
  });

  test('is made to its end while the client has read one piece, and is whole when it reads on', async () => {
    const { stream, spool, state, folder, isMade, hasEnded, clean } = passed(400);
    const reader = stream[Symbol.asyncIterator]();
    expect((await reader.next()).value?.length).toBe(chunkBytes);
    await isMade;
    expect(state.given).toBe(400);
    expect(spool.bytes).toBeGreaterThan(20 * MIB);
    expect(readdirSync(folder)).toEqual([]);
    let length = chunkBytes;
    for (let next = await reader.next(); !next.done; next = await reader.next()) length += next.value.length;
    expect(length).toBe(400 * chunkBytes);
    await hasEnded;
    clean();
  });

  test('asks nothing of the source before it is read, and ends with it when it never is', async () => {
    const { state, isMade, hasEnded, clean } = passed(400, { limits: { ...patient, beginMsMax: 5 } });
    await Promise.all([isMade, hasEnded]);
    expect(state).toMatchObject({ given: 0, isCancelled: true, made: 1, ended: 1 });
    clean();
  });

  test('ends with everything when the client cancels, before the first read or in the midst', async () => {
    const unread = passed(400);
    await unread.stream.cancel();
    expect(unread.state).toMatchObject({ given: 0, isCancelled: true, made: 1, ended: 1 });
    const begun = passed(100_000);
    const reader = begun.stream.getReader();
    await reader.read();
    await reader.cancel();
    await begun.hasEnded;
    expect(begun.state).toMatchObject({ isCancelled: true, made: 1, ended: 1, failures: [] });
    begun.clean();
  });

  test('ends when the client goes away', async () => {
    const client = new AbortController();
    const { stream, state, hasEnded, clean } = passed(100_000, { signal: client.signal });
    await stream.getReader().read();
    client.abort();
    await hasEnded;
    expect(state).toMatchObject({ isCancelled: true, made: 1, ended: 1 });
    clean();
  });

  test('breaks off for a client that takes less than it must while bytes wait', async () => {
    const limits = { ...patient, windowMs: 20, windowBytesMin: 10 * MIB };
    const { stream, hasEnded, clean } = passed(400, { limits });
    const reader = stream.getReader();
    await reader.read();
    await hasEnded;
    await expect(reader.read()).rejects.toThrow('too slowly');
    clean();
  });

  test('breaks off when all the time is used up', async () => {
    const { stream, hasEnded, clean } = passed(400, { limits: { ...patient, totalMsMax: 20 } });
    await stream.getReader().read();
    await hasEnded;
    clean();
  });

  test.each([{ bytesMax: 4 * MIB }, { fileBytesMax: 4 * MIB }])(
    'breaks off when there is no more room: %j',
    async (room) => {
      const { stream, state, hasEnded, clean } = passed(400, { bytesMax: 1024 * MIB, ...room });
      const reader = stream.getReader();
      await reader.read();
      await hasEnded;
      expect(state).toMatchObject({ isCancelled: true, made: 1, ended: 1 });
      expect(state.failures).toHaveLength(1);
      await expect(reader.read()).rejects.toThrow();
      clean();
    },
  );

  test('breaks off as its source does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'consulting-spool-'));
    const spool = new Spool({ folder, bytesMax: MIB, fileBytesMax: MIB });
    const source = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('broken')) });
    const failures: unknown[] = [];
    let ends = 0;
    const onFailure = (error: unknown) => failures.push(error);
    const onMade = () => {
      ends += 1;
    };
    const stream = spooledStream(source, spool, { onMade, onEnd: onMade, onFailure });
    await expect(stream.getReader().read()).rejects.toThrow('broken');
    await Bun.sleep(0);
    expect([ends, failures.length]).toEqual([2, 1]);
  });

  test.each([1, 40])(
    'is another source when the first one fails after %d pieces, and nothing of the first',
    async (chunks) => {
      const folder = mkdtempSync(join(tmpdir(), 'consulting-spool-'));
      const spool = new Spool({ folder, bytesMax: 1024 * MIB, fileBytesMax: 1024 * MIB });
      const failing = sourceOf(
        (async function* () {
          for (let at = 0; at < chunks; at += 1) yield new Uint8Array(chunkBytes).fill(255);
          throw new Error('broken');
        })(),
      );
      const failures: unknown[] = [];
      const ended = Promise.withResolvers<void>();
      let made = 0;
      const stream = spooledStream(failing, spool, {
        onMade: () => {
          made += 1;
        },
        onEnd: ended.resolve,
        onFailure: (error) => failures.push(error),
        again: async () => sourceOf(chunksTo(60)),
      });
      await expectWhole(stream, 60);
      await ended.promise;
      expect([made, failures, spool.bytes, openFiles(folder)]).toEqual([1, [], 0, 0]);
    },
  );

  test('breaks off when there is no other source', async () => {
    const spool = new Spool({ folder: tmpdir(), bytesMax: MIB, fileBytesMax: MIB });
    const source = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('broken')) });
    const stream = spooledStream(source, spool, {
      onMade: () => {},
      onEnd: () => {},
      onFailure: () => {},
      again: (failure) => Promise.reject(failure),
    });
    await expect(stream.getReader().read()).rejects.toThrow('broken');
  });
});

async function* chunksTo(count: number) {
  for (let at = 0; at < count; at += 1) yield chunk(at);
}

function sourceOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}
