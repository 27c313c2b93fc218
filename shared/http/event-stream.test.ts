import { describe, expect, test } from 'bun:test';
import { eventStream, pause, type ServerEvent } from './event-stream';

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
