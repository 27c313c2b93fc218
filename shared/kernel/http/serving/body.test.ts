import { describe, expect, spyOn, test } from 'bun:test';
import { DomainError } from '../../schema';
import type { Pace } from './arrival';
import { listBounds, readJson } from './body';
import { BodyMemory } from './body-memory';
import { problem } from './problem';

const mebibyte = 1024 * 1024;
const type = { 'content-type': 'application/json' };
const requestOf = (body: RequestInit['body']) =>
  new Request('http://localhost/', { method: 'POST', body, headers: type });

const lists = listBounds({ properties: { items: { type: 'array', maxItems: 3 }, name: { type: 'string' } } });

const codeOf = async (reading: Promise<unknown>): Promise<string> => {
  const error = await reading.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error === undefined) return 'read';
  return error instanceof DomainError ? error.code : String(error);
};

const codeOfText = (text: string, bytesMax = 64 * mebibyte) =>
  codeOf(readJson(requestOf(text), bytesMax, { lists }));

describe('readJson', () => {
  test('a body that may be left out: undefined without bytes, and read or refused with them', async () => {
    const optional = { isOptional: true };
    const plain = (body?: string) => {
      const request = new Request('http://localhost/', { method: 'POST', body });
      request.headers.delete('content-type');
      return request;
    };
    expect(await readJson(plain(), mebibyte, optional)).toBeUndefined();
    expect(await readJson(requestOf(''), mebibyte, optional)).toBeUndefined();
    expect(await readJson(requestOf('{"a":1}'), mebibyte, optional)).toEqual({ a: 1 });
    expect(await codeOf(readJson(plain('{"a":1}'), mebibyte, optional))).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await codeOf(readJson(plain(), mebibyte))).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await codeOf(readJson(requestOf(''), mebibyte))).toBe('INVALID_JSON');
  });

  test('what is nested 64 levels deep, not deeper; brackets in text do not count', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(await codeOfText(nested(64))).toBe('read');
    expect(await codeOfText(nested(65))).toBe('INVALID_JSON');
    expect(await codeOfText(JSON.stringify([nested(100), '\\"[[{{,,', '"']))).toBe('read');
    expect(await codeOfText('['.repeat(2_000_000))).toBe('INVALID_JSON');
  });

  test('BODY_TOO_LARGE: more than 1,500,000 values, before they are made', async () => {
    const values = (count: number) => `[${'0,'.repeat(count - 1)}0`;
    expect(await codeOfText(`${values(1_500_000)}]`)).toBe('read');
    expect(await codeOfText(values(1_500_001))).toBe('BODY_TOO_LARGE');
    expect(await codeOfText(`{"a":[${'{},'.repeat(800_000)}`)).toBe('BODY_TOO_LARGE');
    expect(await codeOfText(`{${'"a":1,'.repeat(1_500_001)}`)).toBe('BODY_TOO_LARGE');
    expect(await codeOfText(JSON.stringify([','.repeat(2_000_000)]))).toBe('read');
  });

  test('VALIDATION_ERROR: a list at the top that is far longer than the route takes, before the rest is looked at', async () => {
    const many = `[${'{},'.repeat(10_003)}{}`;
    expect(await codeOfText(`{"items":[1,${many}],{"a":3,"b":${many}]}]}`)).toBe('read');
    expect(await codeOfText(`{"items":[${'{},'.repeat(10_002)}{}]}`)).toBe('read');
    expect(await codeOfText(`{"items":${many} broken`)).toBe('VALIDATION_ERROR');
    expect(await codeOfText(`{"\\u0069tems":${many} broken`)).toBe('VALIDATION_ERROR');
    expect(await codeOfText(`{"items":[1,2],"items":${many} broken`)).toBe('VALIDATION_ERROR');
    expect(await codeOfText(`{"others":${many}],"deep":{"items":${many}]}}`)).toBe('read');
    expect(await codeOfText(`{"name":"items","others":${many}]}`)).toBe('read');
    const error = await readJson(requestOf(`{"items":${many}]}`), mebibyte, { lists }).catch(
      (thrown: unknown) => thrown as DomainError,
    );
    expect((error as DomainError).facts.errors).toEqual([
      { field: 'items', code: 'MAX_LENGTH', message: 'must have at most 3 entries', params: { maxItems: 3 } },
    ]);
  });

  test('a long list at the top is what JSON.parse makes of it, whatever stands around it', async () => {
    const many = listBounds({ properties: { items: { type: 'array', maxItems: 5000 } } });
    const read = (text: string) => readJson(requestOf(text), 64 * mebibyte, { lists: many });
    const entries = Array.from({ length: 5000 }, (_, at) => [
      at,
      { name: `ä", [${at}\\`, of: { items: [at, null] } },
    ]);
    const list = JSON.stringify(entries);
    expect(list.length).toBeGreaterThan(3 * 65_536);
    const texts = [
      `{"items":${list}}`,
      ` { "name" : "items" , "items" : ${list.replaceAll('],[', '] ,\n[')} , "last" : [1, 2] } `,
      `{"items":${list},"items":[]}`,
      `{"items":${list},"items":7}`,
      `{"items":[1],"items":${list}}`,
      `{"\\u0069tems":${list}}`,
      `{"others":${list},"deep":{"items":${list}}}`,
      `["items",${list}]`,
    ];
    for (const text of texts) expect(await read(text)).toEqual(JSON.parse(text));
    const broken = [
      `{"items":${list.slice(0, -1)},]}`,
      `{"items":${list.slice(0, -1)}}`,
      `{"items":${list.slice(0, -1)}}}`,
      `{"items":${list}`,
      `{"items":${list.replaceAll('],[', '],,[')}}`,
      `{"items":${list.replaceAll('],[', '][')}}`,
      `{"items":${list.replaceAll('],[', '],\ufeff[')}}`,
      `{"items" ${list}}`,
      `{"items":${list.slice(0, -1)},],"items":[]}`,
    ];
    for (const text of broken) expect(await codeOf(read(text))).toBe('INVALID_JSON');
  });

  test('a long list at the top is made some entries at a time', async () => {
    const many = listBounds({ properties: { items: { type: 'array', maxItems: 5000 } } });
    const items = Array.from({ length: 5000 }, (_, at) => ({ at, text: 'x'.repeat(1000) }));
    const parsing = spyOn(JSON, 'parse');
    const body = await readJson(requestOf(JSON.stringify({ items })), 64 * mebibyte, { lists: many });
    const longest = Math.max(...parsing.mock.calls.map(([text]) => text.length));
    parsing.mockRestore();
    expect(body).toEqual({ items });
    expect(longest).toBeLessThan(70_000);
  });

  test('numbers that no number can hold, a key 100,000 times, an unfinished text', async () => {
    expect(await readJson(requestOf(`{"a":1e400,"b":${'9'.repeat(300)},"c":5e-999}`), 1000)).toEqual({
      a: Number.POSITIVE_INFINITY,
      b: 1e300,
      c: 0,
    });
    expect(await readJson(requestOf(`{${'"a":1,'.repeat(100_000)}"a":2}`), mebibyte)).toEqual({ a: 2 });
    for (const text of ['{"a', '{"a\\', '"', '', '{"a":[', '\\', ']]'])
      expect(await codeOfText(text)).toBe('INVALID_JSON');
  });

  test('BODY_TOO_LARGE: one byte over the limit; UNSUPPORTED_MEDIA_TYPE', async () => {
    expect(await codeOfText('"12345678"', 10)).toBe('read');
    expect(await codeOfText('"123456789"', 10)).toBe('BODY_TOO_LARGE');
    const plain = new Request('http://localhost/', { method: 'POST', body: '{}' });
    expect(await codeOf(readJson(plain, 10))).toBe('UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('bodies that arrive slowly', () => {
  const pace: Pace = { silenceMs: 1000, graceMs: 1000, bytesPerSecondMin: 1000, totalMs: 10_000 };

  const trickle = (pauseMs: number) =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await Bun.sleep(pauseMs);
        controller.enqueue(Buffer.from(' '));
      },
    });

  const limits: [string, Partial<Pace>, number][] = [
    ['nothing comes', { silenceMs: 20 }, 60_000],
    ['less comes than the rate asks for', { graceMs: 20 }, 5],
    ['it takes too long in all', { totalMs: 20, bytesPerSecondMin: 1 }, 5],
  ];
  for (const [what, own, pauseMs] of limits) {
    test(`REQUEST_TIMEOUT: ${what}`, async () => {
      const reading = readJson(requestOf(trickle(pauseMs)), mebibyte, { pace: { ...pace, ...own } });
      expect(await codeOf(reading)).toBe('REQUEST_TIMEOUT');
    });
  }
});

test('408 reaches a client that still has to send most of its body', async () => {
  const pace = { silenceMs: 20, graceMs: 20, bytesPerSecondMin: 1000, totalMs: 1000 };
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) =>
      readJson(request, mebibyte, { pace }).then(
        () => new Response(),
        (error) => problem(error, 'v1', ''),
      ),
  });
  const answer = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: server.port as number,
    socket: { data: (_, bytes) => answer.resolve(bytes.toString()) },
  });
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  );
  expect(await answer.promise).toStartWith('HTTP/1.1 408 ');
  socket.end();
  await server.stop(true);
});

describe('BodyMemory', () => {
  const memory = () => new BodyMemory({ freeBytes: 10, callerBytesMax: 100, processBytesMax: 150 });
  const codeOfAdding = (add: () => void) => {
    try {
      add();
      return 'added';
    } catch (error) {
      return (error as DomainError).code;
    }
  };

  test('bounds what a caller holds and what all hold; small bodies are always free', () => {
    const bodies = memory();
    const [first, second, other] = ['a', 'a', 'b'].map((caller) => bodies.shareOf(caller));
    first?.add(80);
    expect(codeOfAdding(() => second?.add(41))).toBe('RATE_LIMITED');
    expect(codeOfAdding(() => other?.add(110))).toBe('DEPENDENCY_UNAVAILABLE');
    expect(codeOfAdding(() => bodies.shareOf('b').add(10))).toBe('added');
    first?.release();
    expect(codeOfAdding(() => bodies.shareOf('b').add(110))).toBe('added');
  });

  test('counts every byte once and gives all back, twice told or not', () => {
    const bodies = memory();
    for (let round = 0; round < 5; round++) {
      const locked = bodies.shareOf('a');
      for (let chunk = 0; chunk < 11; chunk++) locked.add(10);
      expect(codeOfAdding(() => locked.add(1))).toBe('RATE_LIMITED');
      locked.release();
      locked.release();
    }
  });

  test('what holds it hears of every piece before it is kept', async () => {
    const locked = memory().shareOf('a');
    const reading = readJson(requestOf(JSON.stringify('x'.repeat(200))), mebibyte, { lock: locked.add });
    expect(await codeOf(reading)).toBe('RATE_LIMITED');
  });
});
