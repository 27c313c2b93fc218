import { describe, expect, test } from 'bun:test';
import { pause } from '../../process';
import { eventStream, type ServerEvent, StreamPlaces } from './event-stream';

describe('eventStream', () => {
  test('sends events and signs of life as they come, and ends with the source', async () => {
    const response = eventStream(async function* () {
      yield { id: 'running', data: { text: 'two\nlines' } };
      yield null;
      yield { id: 'done', data: 1 };
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe(
      'id: running\ndata: {"text":"two\\nlines"}\n\n: still there\n\nid: done\ndata: 1\n\n',
    );
  });

  test('does not begin before it is read, and ends its source when the reader goes away', async () => {
    const seen: string[] = [];
    const ended = Promise.withResolvers<void>();
    const response = eventStream(async function* (gone): AsyncGenerator<ServerEvent> {
      seen.push('begun');
      try {
        yield { id: '1', data: null };
        await pause(60_000, gone);
        yield { id: '2', data: null };
      } finally {
        seen.push('ended');
        ended.resolve();
      }
    });
    expect(seen).toEqual([]);
    const reader = response.body?.getReader();
    await reader?.read();
    const waiting = reader?.read();
    await reader?.cancel();
    await ended.promise;
    expect(seen).toEqual(['begun', 'ended']);
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  test('a failing source breaks the stream', async () => {
    const response = eventStream(() => {
      throw new Error('the source is broken');
    });
    expect(response.text()).rejects.toThrow('the source is broken');
  });
});

describe('the end of a stream', () => {
  const source = async function* (): AsyncGenerator<ServerEvent> {
    yield { id: '1', data: null };
  };
  const broken = () => {
    throw new Error('broken');
  };
  const ends: [string, () => typeof source, (response: Response) => Promise<unknown>][] = [
    ['all was read', () => source, (response) => response.text()],
    ['its source broke', () => broken as never, (response) => response.text().catch(() => {})],
    ['it was never read', () => source, async (response) => response.body?.cancel()],
  ];
  test.each(ends)('is told when %s', async (_, open, end) => {
    let endedCount = 0;
    await end(
      eventStream(open(), () => {
        endedCount += 1;
      }),
    );
    expect(endedCount).toBe(1);
  });
});

describe('StreamPlaces', () => {
  const { signal } = new AbortController();
  const codeOf = (take: () => unknown) => {
    try {
      take();
      return 'taken';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('has a few for each caller; a place that is freed twice is free once', () => {
    const places = new StreamPlaces(2, 10);
    const free = places.take('a', signal);
    places.take('a', signal);
    expect(codeOf(() => places.take('a', signal))).toBe('RATE_LIMITED');
    expect(codeOf(() => places.take('b', signal))).toBe('taken');
    free();
    free();
    expect(codeOf(() => places.take('a', signal))).toBe('taken');
    expect(codeOf(() => places.take('a', signal))).toBe('RATE_LIMITED');
  });

  test('has a bounded number in all', () => {
    const places = new StreamPlaces(2, 3);
    for (const caller of ['a', 'b', 'c']) places.take(caller, signal);
    expect(codeOf(() => places.take('d', signal))).toBe('DEPENDENCY_UNAVAILABLE');
  });

  test('has a place back whose request was given up', () => {
    const places = new StreamPlaces(1);
    const request = new AbortController();
    places.take('a', request.signal);
    request.abort();
    places.take('a', request.signal);
    expect(codeOf(() => places.take('a', signal))).toBe('taken');
  });
});
