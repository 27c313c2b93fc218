import { expect, test } from 'bun:test';
import { isWarning, linesOf } from './log';

test.each([
  ['{"level":"WARN","message":"slow"}', true],
  ['{"@timestamp":"2025-01-01","level": "warning"}', true],
  ['{"level":"ERROR","message":"broken"}', true],
  ['{"level":"FATAL"}', true],
  ['{"level":50,"msg":"broken"}', true],
  ['{"level":30,"msg":"fine"}', false],
  ['{"level":400,"msg":"odd"}', false],
  ['{"level":"INFO","message":"an error in a word"}', false],
  ['{"level":"INFO","message":"{\\"level\\":\\"ERROR\\"}"}', false],
  ['{"level":"DEBUG"}', false],
  ['error: not JSON', false],
  ['', false],
])('%s: a warning %p', (line, expected) => {
  expect(isWarning(line)).toBe(expected);
});

test('lines: whole across pieces of the stream, characters too, the unfinished last one as well', async () => {
  const bytes = new TextEncoder().encode('first\nCafé Zürich\n\nlast');
  const chunks = Array.from(bytes, (byte) => new Uint8Array([byte]));
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  expect((await Array.fromAsync(linesOf(stream))).flat()).toEqual(['first', 'Café Zürich', '', 'last']);
});
