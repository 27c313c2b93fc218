import { describe, expect, test } from 'bun:test';
import { nextNameAndCode } from './service-code';

const estimation = (code: string) => ({ serviceType: 'estimation', code });

describe('nextNameAndCode', () => {
  test.each([
    ['estimation', 'Estimation 1', 'EST-01'],
    ['loan-monitoring', 'Loan monitoring 1', 'LM-01'],
    ['project-controls', 'Project controls 1', 'PC-01'],
    ['claims', 'Claims 1', 'CL-01'],
  ] as const)('the first service of the kind %s', (type, name, code) => {
    expect(nextNameAndCode(type, [{ serviceType: 'other', code: 'X' }])).toEqual({ name, code });
  });

  test('numbers go on after the services of the kind', () => {
    const existing = [estimation('EST-01'), estimation('own'), { serviceType: 'claims', code: 'CL-01' }];
    expect(nextNameAndCode('estimation', existing)).toEqual({ name: 'Estimation 3', code: 'EST-03' });
  });

  test('a code that another service holds is passed over, case ignored', () => {
    const existing = [estimation('est-02'), { serviceType: 'claims', code: 'Est-03' }];
    expect(nextNameAndCode('estimation', existing)).toEqual({ name: 'Estimation 4', code: 'EST-04' });
  });

  test('after 99 comes 100', () => {
    const existing = Array.from({ length: 99 }, (_, index) => estimation(`c${index}`));
    expect(nextNameAndCode('estimation', existing).code).toBe('EST-100');
  });
});
