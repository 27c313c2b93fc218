import { describe, expect, test } from 'bun:test';
import { problem } from '../http';
import { addFault, addFaults, type Fault, faultsListedMax, invalid, notFound, sentenceOf } from './errors';

const fault = (field: string, message = 'is required'): Fault => ({ field, code: 'REQUIRED', message });
const mebibyte = 1024 * 1024;

describe('faults without end', () => {
  test('the first thousand are listed, all are counted, and the others take no memory of their own', () => {
    const faults: Fault[] = [];
    for (let at = 0; at < 500_000; at++) addFault(faults, `ids[${at}]`, 'FORMAT', 'must be a UUID');
    expect(faults).toHaveLength(500_000);
    expect(new Set(faults).size).toBe(faultsListedMax + 1);
    const { facts, message } = invalid(faults);
    const errors = facts.errors as Fault[];
    expect([errors.length, errors.at(-1)?.field, facts.errorCount]).toEqual([1000, 'ids[999]', 500_000]);
    expect(message).toBe('ids[0]: must be a UUID (and 499999 more)');
  });

  test('those of items keep the position of their item', () => {
    const faults: Fault[] = [];
    for (let index = 0; index < 600; index++) addFaults(faults, [fault('a'), fault('b')], index);
    const errors = invalid(faults).facts.errors as Fault[];
    expect([errors.length, errors.at(-1)]).toEqual([1000, { ...fault('b'), index: 499 }]);
    expect(invalid(faults).facts.errorCount).toBe(1200);
  });

  test('a row names twenty', () => {
    const faults = Array.from({ length: 30 }, (_, at) => fault(`f${at}`));
    expect(sentenceOf(faults.slice(0, 2))).toBe('f0: is required; f1: is required');
    expect(sentenceOf(faults)).toEndWith('f19: is required (and 10 more)');
  });
});

describe('what a refusal says', () => {
  test('never repeats a long text that was sent', async () => {
    const long = 'x'.repeat(mebibyte);
    for (const error of [invalid([fault(long, long)]), notFound('client', long)])
      expect((await problem(error, 'v1', '').text()).length).toBeLessThan(4000);
  });

  test('is at most one mebibyte, however many bytes its letters take', async () => {
    const faults = Array.from({ length: 1000 }, () => fault('\u0001'.repeat(300), '\u0001'.repeat(900)));
    const text = await problem(invalid(faults), 'v1', '').text();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mebibyte);
    const { errors, errorCount } = JSON.parse(text);
    expect([errors.length > 100, errorCount]).toEqual([true, 1000]);
  });
});
