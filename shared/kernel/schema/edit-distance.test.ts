import { describe, expect, test } from 'bun:test';
import { editDistance } from './edit-distance';

describe('editDistance', () => {
  test.each([
    ['quantity', 'quantity', 0],
    ['quantiyt', 'quantity', 1],
    ['qantity', 'quantity', 1],
    ['weigth', 'weight', 1],
    ['', 'ab', 2],
    ['lenght', 'height', 2],
  ])('%s and %s', (one, other, distance) => {
    expect(editDistance(one, other, 2)).toBe(distance);
    expect(editDistance(other, one, 2)).toBe(distance);
  });

  test('what is further apart than asked for counts one more', () => {
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
    expect(editDistance('a', 'abcdef', 1)).toBe(2);
  });
});
