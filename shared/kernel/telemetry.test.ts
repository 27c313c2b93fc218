import { expect, test } from 'bun:test';
import { createTelemetry } from './telemetry';

test('a figure whose source hangs keeps its last value, and its source is not asked again meanwhile', async () => {
  const telemetry = createTelemetry('test');
  const never = new Promise<never>(() => {});
  let calls = 0;
  telemetry.watch('waiting', 'A figure.', () => (++calls === 1 ? Promise.resolve(7) : never));
  telemetry.watchBy('waiting_by', 'kind', 'Figures.', () =>
    calls === 1 ? Promise.resolve({ a: 1, b: 2 }) : never,
  );
  for (let scrape = 1; scrape <= 3; scrape++) {
    const { text } = await telemetry.read();
    expect(text).toContain('waiting{service="test"} 7');
    expect(text).toContain('waiting_by{kind="b",service="test"} 2');
  }
  expect(calls).toBe(2);
});

test('a figure whose source fails keeps its last value, and is read again', async () => {
  const telemetry = createTelemetry('test');
  const values = [3, undefined, 5];
  telemetry.watch('failing', 'A figure.', async () => {
    const value = values.shift();
    if (value === undefined) throw new Error('away');
    return value;
  });
  for (const expected of [3, 3, 5])
    expect((await telemetry.read()).text).toContain(`failing{service="test"} ${expected}`);
});
