import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { CopyRows } from './copy-rows';

const written = (write: (rows: CopyRows) => void): string => {
  const rows = new CopyRows();
  write(rows);
  return Buffer.from(rows.take()).toString();
};

test.each([
  0, 1, -1, 12.5, -0.5, 0.000001, 123456.789012, 2147483647, 2147483648, 999999999999.25, 0.1, 1e21, 1e-7,
])('number %p is written by its shortest text', (value) => {
  expect(written((rows) => rows.number(value))).toBe(String(value));
});

test('numbers of up to six decimals are written as JavaScript writes them', () => {
  const number = fc.tuple(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.nat({ max: 6 }));
  fc.assert(
    fc.property(number, ([digits, decimals]) => {
      const value = digits / 10 ** decimals;
      expect(written((rows) => rows.number(value))).toBe(
        String(value).includes('e') ? value.toFixed(6) : String(value),
      );
    }),
    { numRuns: 5000 },
  );
});

test('text is escaped for COPY, and for JSON in COPY', () => {
  expect(written((rows) => rows.text('a\tb\\n\u00e9\u65e5'))).toBe('a\\tb\\\\n\u00e9\u65e5');
  expect(written((rows) => rows.jsonText('4"-P\\\n\u00e9'))).toBe('"4\\\\"-P\\\\\\\\\\\\n\u00e9"');
  expect(written((rows) => rows.jsonText('plain'))).toBe('"plain"');
});

test('rows grow beyond the first buffer, and stay while the next are written', () => {
  const rows = new CopyRows();
  const long = 'x'.repeat(4_000_000);
  rows.text(long);
  rows.endRow();
  const first = rows.take();
  rows.text('second');
  expect(first.length).toBe(long.length + 1);
  expect(Buffer.from(first).subarray(-2).toString()).toBe('x\n');
  expect(Buffer.from(rows.take()).toString()).toBe('second');
});
