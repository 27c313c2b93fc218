import { expect, test } from 'bun:test';
import { lineOf } from './log';

test('no text of a line is longer than 2,000 characters, that of an error and its cause included', () => {
  const long = 'x'.repeat(100_000);
  const error = new Error(long, { cause: new Error(long) });
  const line = lineOf('test', {
    category: ['service'],
    level: 'error',
    message: [],
    rawMessage: 'request failed',
    timestamp: 0,
    properties: { error, path: long },
  });
  expect(line.length).toBeLessThan(30_000);
  expect(JSON.parse(line).path).toBe(`${'x'.repeat(1999)}…`);
  expect(JSON.parse(line).error.message).toBe(`${'x'.repeat(1999)}…`);
});
