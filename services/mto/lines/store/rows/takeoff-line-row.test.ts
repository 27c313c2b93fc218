import { expect, test } from 'bun:test';
import type { Cell } from '@consulting/mto-engine/fields/line';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import { attributesText, parseAttributes } from './takeoff-line-row';

const textOf = (values: Record<string, Cell>) =>
  attributesText(
    'piping',
    fieldsOf('piping').map(({ key }) => values[key] ?? null),
  );

test('holds the fields of the discipline that are not empty, in JSON types', () => {
  const values = {
    tag: 'P-1',
    lineNumber: '8"-HC\\1',
    nominalPipeSize: 0.75,
    sourService: false,
    bendRadius: null,
  };
  expect(JSON.parse(textOf(values))).toEqual({
    lineNumber: '8"-HC\\1',
    nominalPipeSize: 0.75,
    sourService: false,
  });
  expect(textOf({})).toBe('{}');
});

test('numbers keep every digit on the way in and out', () => {
  const text = textOf({ pipeMaterialCost: '123456789012.123456', totalDiaInch: 12 });
  expect(text).toBe('{"totalDiaInch":12,"pipeMaterialCost":123456789012.123456}');
  expect(parseAttributes(text)).toEqual({ totalDiaInch: 12, pipeMaterialCost: '123456789012.123456' });
});

test('text that looks like a long number stays text', () => {
  const text = textOf({ lineNumber: '12345678901234567890', nominalPipeSize: 2 });
  expect(parseAttributes(text)).toEqual({ lineNumber: '12345678901234567890', nominalPipeSize: 2 });
});
