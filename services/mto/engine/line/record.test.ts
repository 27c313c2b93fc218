import { expect, test } from 'bun:test';
import { ByteText } from '@consulting/kernel/schema';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import { type Field, isNumeric } from '@consulting/takeoff-fields/field';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import fc from 'fast-check';
import type { Cell } from '../fields/line';
import { endingOf, lineRecord, writeLine } from './record';

const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }));
const numbers = fc.oneof(
  fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((digits) => digits / 10 ** 4),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('12.500000', '123456789012.123456', '-0.0100', '7'),
);

function valueOf(field: Field): fc.Arbitrary<Cell> {
  if (isNumeric(field)) return fc.option<Cell>(numbers);
  return fc.option<Cell>(field.type === 'boolean' ? fc.boolean() : texts);
}

const price = fc.tuple(texts, texts, numbers, fc.option(texts), fc.nat(), fc.nat());

test.each(disciplines)('a line of %s is written as JSON.stringify writes its record', (discipline) => {
  const values = fc.tuple(...fieldsOf(discipline).map(valueOf));
  const server = fc.record({
    id: fc.uuid(),
    version: fc.nat(),
    crewRateMatched: fc.boolean(),
    wbsMatched: fc.boolean(),
    importTaskId: fc.option(fc.uuid()),
    pricing: fc.option(fc.dictionary(texts, price)),
    createdAt: fc.date({ noInvalidDate: true }),
    updatedAt: fc.date({ noInvalidDate: true }),
    createdBy: texts,
    updatedBy: texts,
  });
  const written = new ByteText();
  fc.assert(
    fc.property(values, server, (cells, keys) => {
      const line = { ...keys, discipline, values: [...cells] };
      const from = written.length;
      writeLine(written, line, endingOf(line));
      expect(Buffer.from(written.written).toString('utf8', from)).toBe(JSON.stringify(lineRecord(line)));
    }),
    { numRuns: 100 },
  );
});

test('an empty line is written with all its keys', () => {
  const by = { createdAt: new Date(0), updatedAt: new Date(0), createdBy: 'a', updatedBy: 'b' };
  const matches = { crewRateMatched: false, wbsMatched: true, importTaskId: null, pricing: null };
  const line = { id: '1', version: 1, discipline: 'civil' as const, values: [], ...matches, ...by };
  const written = new ByteText();
  writeLine(written, line, endingOf(line));
  expect(Buffer.from(written.written).toString()).toBe(JSON.stringify(lineRecord(line)));
});
