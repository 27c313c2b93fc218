import { describe, expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { acceptedCoding } from './coding';
import { encoded } from './compression';
import { wholeResponse } from './whole-response';

const requestOf = (accepted: string, method = 'GET') =>
  new Request('http://localhost/', { method, headers: { 'accept-encoding': accepted } });

const lines = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => ({ tag: `P-${at}` })));
const json = (text: string) => wholeResponse(text, 200, { 'content-type': 'application/json', etag: '"7"' });

const decoders = {
  gzip: (bytes: Uint8Array) => gunzipSync(bytes).toString(),
  zstd: (bytes: Uint8Array) => zstdDecompressSync(bytes).toString(),
};
const codings = ['gzip', 'zstd'] as const;

describe('acceptedCoding', () => {
  const cases: [string | null, string | undefined][] = [
    [null, undefined],
    ['', undefined],
    ['identity', undefined],
    ['br', undefined],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1.0, zstd;q=0.9', 'gzip'],
    ['gzip ; q=0.5 , zstd; q=0.8', 'zstd'],
    ['gzip;q=0', undefined],
    ['zstd;q=0, *', 'gzip'],
    ['*', 'zstd'],
    ['*;q=0', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['gzip;q=2', undefined],
    ['gzip;q=', undefined],
    ['gzip;level=9', undefined],
    [','.repeat(10_000), undefined],
  ];
  for (const [header, coding] of cases)
    test(JSON.stringify(header).slice(0, 50), () => expect(acceptedCoding(header)).toBe(coding as never));
});

describe('encoded', () => {
  for (const coding of codings) {
    for (const count of [100, 20_000])
      test(`${coding} of ${count} records: the same text, its length and tag`, async () => {
        const text = lines(count);
        const { headers, ...response } = await reported(encoded(requestOf(coding), json(text)));
        expect(decoders[coding](response.bytes)).toBe(text);
        expect(response.bytes.length).toBeLessThan(text.length / 2);
        expect(headers).toMatchObject({
          'content-encoding': coding,
          'content-length': String(response.bytes.length),
          etag: '"7"',
          vary: 'Accept-Encoding',
        });
      });

    test(`${coding} of a stream: the same bytes, without a length`, async () => {
      const chunks = Array.from({ length: 500 }, (_, at) => `line ${at},"ä ${'x'.repeat(at)}"\r\n`);
      const source = streamOf(chunks.map((chunk) => Buffer.from(chunk)));
      const csv = new Response(source, { headers: { 'content-type': 'text/csv; charset=utf-8' } });
      const { bytes, headers } = await reported(encoded(requestOf(coding), csv));
      expect(decoders[coding](bytes)).toBe(chunks.join(''));
      expect([headers['content-encoding'], headers['content-length']]).toEqual([coding, undefined]);
    });

    test(`${coding} of a stream takes no more from its source than the client reads`, async () => {
      let taken = 0;
      const noise = () => crypto.getRandomValues(new Uint8Array(64 * 1024));
      const source = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            taken += 1;
            controller.enqueue(noise());
          },
        },
        { highWaterMark: 0 },
      );
      const csv = new Response(source, { headers: { 'content-type': 'text/csv' } });
      const reader = ((await encoded(requestOf(coding), csv)).body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      await Bun.sleep(50);
      expect(taken).toBeLessThan(20);
      await reader.cancel();
    });

    test(`${coding} of a stream that pauses: what it gave is sent`, async () => {
      const more = Promise.withResolvers<void>();
      async function* slow() {
        yield Buffer.from('first\r\n');
        await more.promise;
        yield Buffer.from('second\r\n');
      }
      const csv = new Response(streamOf(slow()), { headers: { 'content-type': 'text/csv' } });
      const reader = ((await encoded(requestOf(coding), csv)).body as ReadableStream<Uint8Array>).getReader();
      const parts: Uint8Array[] = [];
      for (let bytes = 0; bytes < 12; bytes = Buffer.concat(parts).length)
        parts.push((await reader.read()).value ?? new Uint8Array());
      more.resolve();
      for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
      expect(decoders[coding](new Uint8Array(Buffer.concat(parts)))).toBe('first\r\nsecond\r\n');
    });
  }

  test('a source that fails fails the answer, and a client that goes away ends the source', async () => {
    const type = { headers: { 'content-type': 'text/csv' } };
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) });
    await expect((await encoded(requestOf('gzip'), new Response(broken, type))).text()).rejects.toThrow(
      'broken',
    );
    let isCancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024)),
      cancel: () => {
        isCancelled = true;
      },
    });
    const { body } = await encoded(requestOf('zstd'), new Response(endless, type));
    await body?.cancel();
    expect(isCancelled).toBe(true);
  });

  const untouched: Record<string, [Request, Response]> = {
    'fewer than 1024 bytes': [requestOf('gzip'), json('"'.padEnd(1022, 'x').concat('"'))],
    events: [
      requestOf('gzip'),
      new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } }),
    ],
    'a workbook': [
      requestOf('gzip'),
      new Response('PK', {
        headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
      }),
    ],
    nothing: [requestOf('gzip'), new Response(null, { status: 204 })],
  };
  for (const [what, [request, response]] of Object.entries(untouched))
    test(`${what}: untouched`, async () => {
      const same = await encoded(request, response);
      expect(same).toBe(response);
      expect([same.headers.get('content-encoding'), same.headers.get('vary')]).toEqual([null, null]);
    });

  test('a client that takes no coding is told that others get another answer', async () => {
    const { headers, bytes } = await reported(encoded(requestOf('identity'), json(lines(100))));
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    expect(Buffer.from(bytes).toString()).toBe(lines(100));
  });

  test('HEAD tells the coding and makes no bytes', async () => {
    const { headers } = await reported(encoded(requestOf('gzip', 'HEAD'), json(lines(100))));
    expect([headers['content-encoding'], headers['content-length']]).toEqual(['gzip', undefined]);
  });
});

function streamOf(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): ReadableStream<Uint8Array> {
  const all = Readable.from(chunks)[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await all.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

async function reported(answer: Response | Promise<Response>) {
  const response = await answer;
  const { headers } = response;
  return {
    headers: Object.fromEntries(headers.entries()) as Record<string, string>,
    bytes: await response.bytes(),
  };
}
