import { describe, expect, test } from 'bun:test';
import { alberta } from './fixtures/records';
import { requireLocation } from './location';

describe('requireLocation', () => {
  test('takes year, quarter and project type of the request before those of the project', () => {
    const override = { year: 2024, quarter: 'Q1', projectType: 'power' } as const;
    expect(requireLocation(alberta, override)).toEqual({ ...alberta, ...override });
    expect(requireLocation(alberta, { year: null, quarter: null, projectType: null })).toEqual(alberta);
  });

  test('reads no quarter as Q4', () => {
    expect(requireLocation({ ...alberta, quarter: null }).quarter).toBe('Q4');
  });

  test.each([
    [{ country: null }, {}, ['country']],
    [{ year: null }, { quarter: 'Q2' }, ['year']],
    [{ country: null, year: null }, {}, ['country', 'year']],
    [{ country: null, year: null }, { year: 2025 }, ['country']],
  ] as const)('PROJECT_LOCATION_INCOMPLETE of %j with %j', (change, override, missing) => {
    expect(() => requireLocation({ ...alberta, ...change }, override)).toThrow(
      expect.objectContaining({ code: 'PROJECT_LOCATION_INCOMPLETE', facts: { missing } }),
    );
  });
});
