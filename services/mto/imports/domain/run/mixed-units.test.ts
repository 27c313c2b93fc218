import { expect, test } from 'bun:test';
import { MixedUnits } from './mixed-units';

const seen = (...units: (string | null)[]) => {
  const mixed = new MixedUnits();
  for (const unit of units) mixed.see(unit);
  return mixed;
};

test('one unit of a dimension, counts, unknown units and empty cells are not mixed', () => {
  expect(seen('m', 'm', 'metre', 'm2', 'kg', 'EA', 'SET', 'fathom', 'drum', null).found()).toEqual([]);
  expect(seen().warnings('metric', false)).toEqual([]);
});

test('units of one dimension are named with their rows, the most frequent first', () => {
  const mixed = seen('mm', 'm', 'm', 'M', 'kg', 'lb', 'EA');
  expect(mixed.found()).toEqual([
    {
      dimension: 'length',
      rows: 4,
      units: [
        { unit: 'm', rows: 3 },
        { unit: 'mm', rows: 1 },
      ],
    },
    {
      dimension: 'mass',
      rows: 2,
      units: [
        { unit: 'kg', rows: 1 },
        { unit: 'lb', rows: 1 },
      ],
    },
  ]);
});

test('the warning advises normaliseUnits only where that was not asked for', () => {
  const [before] = seen('mm', 'm', 'm').warnings('us', false);
  expect(before).toEqual({
    code: 'MIXED_UNITS',
    field: 'unitOfMeasure',
    message:
      'The quantities of 3 rows are in several units of length: m (2), mm (1). normaliseUnits converts them to ft, with costs and hours as they are.',
  });
  const [after] = seen('mm', 'm', 'm').warnings('us', true);
  expect(after?.message).toBe('The quantities of 3 rows are in several units of length: m (2), mm (1).');
});
