import { expect, test } from 'bun:test';
import { attributesText, parseAttributes } from './takeoff-line-attributes';

test('holds the fields of the discipline that are not empty, in JSON types', () => {
  const values = {
    tag: 'P-1',
    lineNumber: '8"-HC\\1',
    nominalPipeSize: 0.75,
    sourService: false,
    bendRadius: null,
  };
  expect(JSON.parse(attributesText('piping', values))).toEqual({
    lineNumber: '8"-HC\\1',
    nominalPipeSize: 0.75,
    sourService: false,
  });
  expect(attributesText('piping', {})).toBe('{}');
});

test('numbers keep every digit on the way in and out', () => {
  const text = attributesText('piping', { pipeMaterialCost: '123456789012.123456', totalDiaInch: 12 });
  expect(text).toBe('{"totalDiaInch":12,"pipeMaterialCost":123456789012.123456}');
  expect(parseAttributes(text)).toEqual({ totalDiaInch: 12, pipeMaterialCost: '123456789012.123456' });
});

test('text that looks like a long number stays text', () => {
  const text = attributesText('piping', { lineNumber: '12345678901234567890', nominalPipeSize: 2 });
  expect(parseAttributes(text)).toEqual({ lineNumber: '12345678901234567890', nominalPipeSize: 2 });
});
