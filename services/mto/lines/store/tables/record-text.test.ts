import { expect, test } from 'bun:test';
import { recordValues } from './record-text';

test('values of a record are read as Postgres writes them, null as an empty text', () => {
  const record = String.raw`(piping,,"a, b,","""","\\","""q"", \\n","",x,"line
end",",",12.50,)`;
  const values = ['piping', '', 'a, b,', '"', '\\', '"q", \\n', '', 'x', 'line\nend', ',', '12.50', ''];
  expect(recordValues(record)).toEqual(values);
  expect(recordValues('(,)')).toEqual(['', '']);
});

test('any values come back from what Postgres would write', () => {
  const characters = ['a', ',', '"', '\\', ' ', '(', ')', '\t', '\n', 'é', '\u001f', '-'];
  const textOf = (seed: number) =>
    Array.from({ length: seed % 6 }, (_, at) => characters[(seed * (at + 7)) % characters.length]).join('');
  const written = (value: string) =>
    /["\\(),\s]/.test(value) ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '""')}"` : value;
  for (let seed = 0; seed < 20_000; seed += 1) {
    const values = Array.from({ length: 1 + (seed % 9) }, (_, at) => textOf(seed * 31 + at * 17));
    expect(recordValues(`(${values.map(written).join()})`)).toEqual(values);
  }
});
