import { describe, expect, test } from 'bun:test';
import units from '../../shared/takeoff-fields/units.json';
import { calculated, type Fault } from '../../workbench/takeoff/calculation/calculation';
import { multiples } from '../../workbench/takeoff/calculation/units';

const english = { decimal: '.', group: ',' };
const german = { decimal: ',', group: '.' };
const french = { decimal: ',', group: '\u202f' };

type Row = [text: string, result: number | Fault, unit?: string];

const rows: Row[] = [
  ['=12*3.5', 42],
  ['=(4+2)/3', 2],
  ['=2+3*4-1', 13],
  ['= -2 * -(3 - 5)', -4],
  ['=0.1+0.2', 0.3],
  ['=1/3', 0.333333],
  ['=2/3', 0.666667],
  ['=-1/8/1000000', 0],
  ['=0.0000005', 0.000001],
  ['=1/3*3', 1],
  ['=200*5%', 10],
  ['=1,250.5*2', 2501],
  ['=12 × 3 ÷ 4', 9],
  ['=99999999999.123456+0.000001', 99999999999.123457],
  ['=2.5m in mm', 2500],
  ['=10 ft in m', 3.048],
  ['=10 in in mm', 254],
  ['=2 m * 3 m in m2', 6],
  ['=10 ft * 10 ft in m²', 9.290304],
  ['=6 m2 / 2 m in ft', 9.84252],
  ['=1 ton in kg', 907.18474],
  ['=2 yd3 in m3', 1.52911],
  ['=1 m + 20 cm', 1200, 'mm'],
  ['=10 in', 254, 'mm'],
  ['=3 m / 1.5 m', 2],
  ['=2.5m', { kind: 'unitMissing' }],
  ['=2.5m', { kind: 'unitsDiffer' }, 'kg'],
  ['=1 m + 1 kg in m', { kind: 'unitsDiffer' }],
  ['=10 in m', { kind: 'unreadable', at: 'm' }],
  ['=(10) in m', { kind: 'unitsDiffer' }],
  ['=1/0', { kind: 'byZero' }],
  ['=1/(2-2)', { kind: 'byZero' }],
  ['=', { kind: 'unfinished' }],
  ['=2*', { kind: 'unfinished' }],
  ['=(2', { kind: 'unfinished' }],
  ['=10 ft in', { kind: 'unfinished' }],
  ['=2 3', { kind: 'unreadable', at: '3' }],
  ['=2)', { kind: 'unreadable', at: ')' }],
  ['=1.2.3', { kind: 'unreadable', at: '1.2.3' }],
  ['=1,25*2', { kind: 'unreadable', at: '1,25' }],
  ['=A1+B1', { kind: 'unreadable', at: 'A1' }],
  ['=2^3', { kind: 'unreadable', at: '^' }],
  [`=${'('.repeat(20)}1${')'.repeat(20)}`, 1],
  [`=${'('.repeat(21)}1${')'.repeat(21)}`, { kind: 'tooDeep' }],
  [`=${'9'.repeat(200)}`, { kind: 'tooLong' }],
  [`=${'-'.repeat(198)}1`, 1],
];

describe('what begins with = in a cell', () => {
  test('is calculated exactly, rounded to six decimals, or refused with what is wrong', () => {
    const found = rows.map(([text, , unit]) => [text, calculated(text, english, unit ?? null)]);
    expect(found as unknown).toEqual(rows.map(([text, result]) => [text, result]));
  });

  test('is read with the signs of the language', () => {
    expect(calculated('=1.250,5*2', german, null)).toBe(2501);
    expect(calculated('=1.5*2', german, null)).toEqual({ kind: 'unreadable', at: '1.5' });
    expect(calculated('=1 250,5*2', french, null)).toBe(2501);
    expect(calculated('=1.5*2', french, null)).toBe(3);
    expect(calculated('=2 3', french, null)).toEqual({ kind: 'unreadable', at: '2 3' });
  });

  test('knows the units of takeoffs with the multiples that the services convert by', () => {
    expect(multiples as unknown).toEqual(units.multiples);
  });
});
