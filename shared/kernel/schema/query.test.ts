import { describe, expect, test } from 'bun:test';
import { boolean, choice, text, uuid } from './kinds';
import { paging, QueryInput } from './query';

const input = new QueryInput({
  search: text(5),
  status: choice(['a', 'b']),
  isActive: boolean(),
  projectId: uuid().required(),
  ...paging,
});
const id = '00000000-0000-4000-8000-000000000000';
const read = (query: string) => input.read(new URLSearchParams(query));
const faults = (query: string): Record<string, string> =>
  Object.fromEntries(
    input.tryRead(new URLSearchParams(query)).faults.map(({ field, code }) => [field, code]),
  );

describe('QueryInput', () => {
  test('absent and blank parameters become their default or null', () => {
    expect(read(`projectId=${id}&search=&limit=%20`)).toEqual({
      search: null,
      status: null,
      isActive: null,
      projectId: id,
      skip: 0,
      limit: 20,
    });
  });

  test('text becomes what the kind is', () => {
    expect(read(`projectId=${id}&isActive=false&skip=40&limit=100&search=%20x%20`)).toMatchObject({
      isActive: false,
      skip: 40,
      limit: 100,
      search: 'x',
    });
  });

  test('every fault at once', () => {
    expect(faults('status=c&isActive=1&skip=-1&limit=101&colour=red&search=abcdef')).toEqual({
      status: 'ENUM',
      isActive: 'TYPE',
      skip: 'MIN',
      limit: 'MAX',
      colour: 'UNKNOWN_FIELD',
      search: 'MAX_LENGTH',
      projectId: 'REQUIRED',
    });
  });

  test('a repeated parameter is a fault, an unknown repeated one a single fault', () => {
    expect(faults(`projectId=${id}&search=a&search=b`)).toEqual({ search: 'FORMAT' });
    expect(input.tryRead(new URLSearchParams(`projectId=${id}&x=1&x=2`)).faults).toHaveLength(1);
  });

  test('inherited names are no parameters', () => {
    expect(faults(`projectId=${id}&__proto__=1&constructor=2`)).toEqual({
      ['__proto__']: 'UNKNOWN_FIELD',
      constructor: 'UNKNOWN_FIELD',
    });
  });

  test('read throws the faults', () => {
    expect(() => read('limit=0')).toThrow('projectId: is required in the query (and 1 more)');
  });

  test('parameters and schema of the document', () => {
    const limit = input.parameters().find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({ in: 'query', required: false, schema: { default: 20, maximum: 100 } });
    expect(input.parameters().find(({ name }) => name === 'projectId')).toMatchObject({ required: true });
    expect(input.schema()).toMatchObject({ type: 'object', required: ['projectId'] });
  });
});
