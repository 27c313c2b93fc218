import { expect, test } from 'bun:test';
import { isBuiltInDateFormat, isDateFormat } from './styles';

test.each([
  'yyyy-mm-dd',
  'd/m/yy h:mm',
  '[$-409]d-mmm-yy;@',
  '[$-F800]dddd, mmmm dd, yyyy',
  'mmm',
  'mmmm yyyy',
  'yyyy"Y"mm"M"',
  'dd\\.mm\\.yyyy hh:mm:ss.000',
  '[Red]yyyy/m/d',
  'm/d;[Blue]@',
  '[$-411]ge.m.d',
  'yy-mm-dd AM/PM',
  '_-yyyy* ',
  'h:mm d',
])('%s shows a date', (code) => expect(isDateFormat(code)).toBe(true));

test.each([
  'General',
  '0.00',
  '#,##0.00 "days"',
  '0\\d',
  '[Red]0;[Blue]-0',
  '0.00E+00',
  '##0.0E+0',
  '@',
  'h:mm',
  'hh:mm:ss',
  'mm:ss.0',
  'h:mm AM/PM',
  '[h]:mm:ss',
  '[mm]:ss',
  '[ss].00',
  '[h]" hours "d',
  '"yyyy"',
  '0_d',
  '0*y',
  '[$€-407]#,##0.00',
  '[$-409]h:mm AM/PM;@',
  '0.0 m',
  '# ?/?',
  '',
])('%s shows no date', (code) => expect(isDateFormat(code)).toBe(false));

test('built-in formats', () => {
  const ids = Array.from({ length: 60 }, (_, id) => id).filter(isBuiltInDateFormat);
  expect(ids).toEqual([
    14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
  ]);
});
