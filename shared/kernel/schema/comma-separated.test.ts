import { describe, expect, test } from 'bun:test';
import { commaSeparated, sorting } from './comma-separated';
import { QueryInput } from './query';

const query = new QueryInput({ fields: commaSeparated(3), sort: sorting(['name', 'createdAt']) });
const read = (text: string) => query.tryRead(new URLSearchParams(text));

describe('a list in a query', () => {
  test('words are separated by commas, trimmed, and taken once', () => {
    expect(read('fields=id, name ,,id').values.fields).toEqual(['id', 'name']);
    expect(read('fields=%20,').values.fields).toBeNull();
  });

  test('too many or too long words are faults', () => {
    expect(read('fields=a,b,c,d').faults).toMatchObject([{ field: 'fields', code: 'MAX_LENGTH' }]);
    expect(read(`fields=${'a'.repeat(101)}`).faults).toMatchObject([{ code: 'MAX_LENGTH' }]);
    expect(read(`fields=${','.repeat(30_000)}`).faults).toMatchObject([{ code: 'TYPE' }]);
  });
});

describe('the order of a list', () => {
  test('a minus before a field turns it', () => {
    const down = { key: 'createdAt', direction: 'desc' as const };
    expect(read('sort=-createdAt,name').values.sort).toEqual([down, { key: 'name', direction: 'asc' }]);
    expect(read('sort=').values.sort).toBeNull();
  });

  test('an unknown field and one that is named twice are faults', () => {
    expect(read('sort=size').faults).toMatchObject([{ field: 'sort', code: 'ENUM' }]);
    expect(read('sort=name,-name').faults).toMatchObject([{ field: 'sort', code: 'FORMAT' }]);
  });
});
