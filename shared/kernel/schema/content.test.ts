import { describe, expect, test } from 'bun:test';
import { readContent } from './content';
import { valueSchema } from './value-schema';

const { bounded, integer, list, nullable, object, text } = valueSchema;

const item = object({ code: text(), parent: nullable(text()) }, { place: object({ row: integer() }) });
const items = object({ items: bounded(list(item), { maxItems: 3 }) });

describe('the content of a message', () => {
  test('is taken as it is when it is what the contract says', () => {
    const content = {
      items: [
        { code: 'A', parent: null },
        { code: 'B', parent: 'A', place: { row: 1 } },
      ],
    };
    expect(readContent(items, content)).toBe(content);
  });

  test.each([
    ['of the message', { items: [], more: 1 }, { items: [] }],
    [
      'of an item',
      { items: [{ code: 'A', parent: null, more: 1 }] },
      { items: [{ code: 'A', parent: null }] },
    ],
    [
      'deep in an item',
      { items: [{ code: 'A', parent: null, place: { row: 1, more: 1 } }] },
      { items: [{ code: 'A', parent: null, place: { row: 1 } }] },
    ],
  ])('is read without a key %s that the contract does not know', (_, content, expected) => {
    expect(readContent(items, content)).toEqual(expected);
  });

  test.each([
    ['lacks a key', { items: [{ code: 'A' }] }],
    ['has too many items', { items: Array.from({ length: 4 }, () => ({ code: 'A', parent: null })) }],
    ['is nothing', undefined],
  ])('is refused when it %s', (_, content) => {
    expect(() => readContent(items, content)).toThrow();
  });
});
