import { describe, expect, test } from 'bun:test';
import { list, object } from './composite';
import { DomainError } from './errors';
import { choice, date, number, text } from './kinds';
import { ordered, RecordInput } from './record';

const input = new RecordInput(
  {
    code: text(5),
    name: text(10).required(),
    kind: choice(['a', 'b']).required().createOnly(),
    status: choice(['draft', 'done']).default('draft'),
    amount: number({ min: 0 }),
    tags: list(text(3), 2),
    week: object({ hours: number().default(10), shift: text() }),
    start: date(),
    end: date(),
  },
  {
    names: { itemCode: 'code', itemName: 'name' },
    server: ['itemId'],
    rules: (record, report) => ordered(report, record.start, record.end, 'end', 'start'),
  },
);

const current = {
  code: 'C',
  name: 'Name',
  kind: 'a' as const,
  status: 'draft' as const,
  amount: 5,
  tags: ['x'],
  week: { hours: 8, shift: 'day' },
  start: '2025-01-01',
  end: null,
};

const codes = (faults: { field: string; code: string }[]) =>
  Object.fromEntries(faults.map(({ field, code }) => [field, code]));
const faultsOfCreate = (body: unknown) => codes(input.tryCreate(body).faults);
const faultsOfUpdate = (body: unknown) => codes(input.tryUpdate(body, current).faults);

describe('create', () => {
  test('absent keys become their default or null', () => {
    expect(input.create({ name: 'N', kind: 'a' })).toEqual({
      code: null,
      name: 'N',
      kind: 'a',
      status: 'draft',
      amount: null,
      tags: null,
      week: null,
      start: null,
      end: null,
    });
  });

  test('values in the order of the fields are those of the record; keys that the body lacks may be given', () => {
    const body = { itemName: 'N', amount: -1, kind: 'a', other: 1, start: '2025-02-01', end: '2025-01-01' };
    const { record, faults } = input.tryCreate(body);
    expect(input.tryCreateInOrder(body)).toEqual({ values: Object.values(record), faults });
    expect(codes(faults)).toEqual({ amount: 'MIN', other: 'UNKNOWN_FIELD', end: 'MIN' });
    const absent = { code: 'D', name: 'M', amount: 7 };
    const { values } = input.tryCreateInOrder({ itemName: 'N', amount: null, kind: 'a' }, absent);
    expect(values).toEqual(['D', 'N', 'a', 'draft', null, null, null, null, null]);
  });

  test('null and blank count as absent', () => {
    expect(faultsOfCreate({ name: '  ', kind: null, status: null, amount: null })).toEqual({
      name: 'REQUIRED',
      kind: 'REQUIRED',
    });
  });

  test('a default of absent keys only leaves null as it is', () => {
    const limited = new RecordInput({ name: text(), limit: number().defaultWhenAbsent(40) });
    expect(limited.create({}).limit).toBe(40);
    expect(limited.create({ limit: null }).limit).toBeNull();
    expect(limited.update({ limit: null }, { name: null, limit: 40 })).toEqual({ limit: null });
    expect(limited.schema('create')).toMatchObject({ properties: { limit: { default: 40 } } });
  });

  test('a second spelling is the same key', () => {
    expect(input.create({ itemName: 'N', itemCode: 'C', kind: 'b' })).toMatchObject({ name: 'N', code: 'C' });
    expect(input.create({ itemName: 'N', name: ' N ', kind: 'b' })).toMatchObject({ name: 'N' });
  });

  test('two spellings with two values conflict', () => {
    expect(faultsOfCreate({ itemName: 'N', name: 'M', kind: 'a' })).toMatchObject({
      name: 'CONFLICTING_NAMES',
    });
    expect(faultsOfCreate({ name: 'N', itemName: null, kind: 'a' })).toMatchObject({
      itemName: 'CONFLICTING_NAMES',
    });
  });

  test('server keys are ignored, unknown ones refused', () => {
    const body = { name: 'N', kind: 'a', id: 1, version: 2, createdAt: 3, unavailable: [], itemId: 'x' };
    expect(input.create(body)).toMatchObject({ name: 'N' });
    expect(faultsOfCreate({ ...body, nmae: 'x' })).toEqual({ nmae: 'UNKNOWN_FIELD' });
  });

  test('every fault at once, rules included', () => {
    const body = {
      kind: 'c',
      code: 'too long',
      amount: -1,
      tags: ['abcd'],
      start: '2025-02-02',
      end: '2025-02-01',
    };
    expect(faultsOfCreate(body)).toEqual({
      name: 'REQUIRED',
      kind: 'ENUM',
      code: 'MAX_LENGTH',
      amount: 'MIN',
      'tags[0]': 'MAX_LENGTH',
      end: 'MIN',
    });
  });

  test('what is no object has one fault', () => {
    for (const body of [null, undefined, [], 'x', 5]) expect(faultsOfCreate(body)).toEqual({ body: 'TYPE' });
  });

  test('throws VALIDATION_ERROR with the faults', () => {
    const thrown = (() => {
      try {
        input.create({ kind: 'a', tags: 'x' });
      } catch (error) {
        return error;
      }
    })() as DomainError;
    expect(thrown).toBeInstanceOf(DomainError);
    expect(thrown.code).toBe('VALIDATION_ERROR');
    expect(thrown.message).toBe('tags: must be an array (and 1 more)');
    expect(codes(thrown.facts.errors as never)).toEqual({ tags: 'TYPE', name: 'REQUIRED' });
  });
});

describe('update', () => {
  test('returns only the keys of the body; null clears or restores the default', () => {
    expect(input.update({ itemName: 'New', amount: null, status: null }, current)).toEqual({
      name: 'New',
      amount: null,
      status: 'draft',
    });
  });

  test('objects merge key by key, arrays are replaced', () => {
    expect(input.update({ week: { hours: null }, tags: ['y', 'z'] }, current)).toEqual({
      week: { hours: 10, shift: 'day' },
      tags: ['y', 'z'],
    });
  });

  test('a key that is set on creation only: its present value is accepted, another READ_ONLY', () => {
    expect(input.update({ kind: 'a', name: 'N' }, current)).toEqual({ name: 'N' });
    expect(faultsOfUpdate({ kind: 'b' })).toEqual({ kind: 'READ_ONLY' });
    expect(faultsOfUpdate({ kind: null })).toEqual({ kind: 'READ_ONLY' });
  });

  test('a required key cannot be cleared', () => {
    expect(faultsOfUpdate({ name: null })).toEqual({ name: 'REQUIRED' });
    expect(faultsOfUpdate({ itemName: ' ' })).toEqual({ itemName: 'REQUIRED' });
  });

  test('a body without any key is refused', () => {
    expect(faultsOfUpdate({})).toEqual({ body: 'REQUIRED' });
    expect(faultsOfUpdate([])).toEqual({ body: 'TYPE' });
    expect(faultsOfUpdate({ id: 1 })).toEqual({});
  });

  test('rules see the record as it would be stored', () => {
    expect(faultsOfUpdate({ end: '2024-12-31' })).toEqual({ end: 'MIN' });
    expect(faultsOfUpdate({ end: '2024-12-31', start: null })).toEqual({});
  });
});

describe('faults name the key as it was sent', () => {
  const aliased = new RecordInput(
    { code: text(5).required().createOnly(), from: date().required(), till: date(), parts: list(text(3), 2) },
    {
      names: { itemCode: 'code', start: 'from', end: 'till', pieces: 'parts' },
      displayed: { code: 'itemCode' },
      rules: ({ from, till, parts }, report) => {
        ordered(report, from, till, 'till', 'from');
        if (parts?.includes('x')) report('parts[0].name', 'FORMAT', 'is x');
      },
    },
  );
  const stored = { code: 'A', from: '2025-01-01', till: null, parts: null };
  const created = (body: unknown) => codes(aliased.tryCreate(body).faults);
  const updated = (body: unknown) => codes(aliased.tryUpdate(body, stored).faults);

  test('in a creation: empty, wrong, and against a rule', () => {
    expect(created({ code: null, start: '' })).toEqual({ code: 'REQUIRED', start: 'REQUIRED' });
    expect(created({ itemCode: 1, from: 'x' })).toEqual({ itemCode: 'TYPE', from: 'FORMAT' });
    const later = { code: 'A', from: '2025-02-01' };
    expect(created({ ...later, end: '2025-01-01' })).toEqual({ end: 'MIN' });
    expect(created({ ...later, till: '2025-01-01' })).toEqual({ till: 'MIN' });
    expect(created({ ...later, pieces: ['x'] })).toEqual({ 'pieces[0].name': 'FORMAT' });
  });

  test('in an update: cleared, read-only, and against a rule; a key that is not in the body by its documented name', () => {
    expect(updated({ code: 'B', start: null })).toEqual({ code: 'READ_ONLY', start: 'REQUIRED' });
    expect(updated({ itemCode: 'B', from: null })).toEqual({ itemCode: 'READ_ONLY', from: 'REQUIRED' });
    expect(updated({ end: '2024-01-01' })).toEqual({ end: 'MIN' });
    expect(created({})).toEqual({ itemCode: 'REQUIRED', from: 'REQUIRED' });
  });
});

describe('requiring', () => {
  const documented = input.requiring('itemCode', 'itemName');

  test('the keys are required under the names that the set documents', () => {
    expect(codes(documented.tryCreate({}).faults)).toEqual({
      itemCode: 'REQUIRED',
      itemName: 'REQUIRED',
      kind: 'REQUIRED',
    });
    expect(documented.create({ code: 'C', name: 'N', kind: 'a' })).toMatchObject({ code: 'C' });
    expect(codes(documented.tryUpdate({ code: null }, current).faults)).toEqual({ code: 'REQUIRED' });
  });

  test('the first record stays as it was', () => {
    expect(faultsOfCreate({ kind: 'a' })).toEqual({ name: 'REQUIRED' });
  });

  test('the schema lists them', () => {
    expect(documented.schema('create').required).toEqual(['itemCode', 'itemName', 'kind']);
    expect(input.schema('create').required).toEqual(['name', 'kind']);
    expect(input.schema('update').required).toBeUndefined();
    expect(Object.keys(input.schema('update').properties as object)).toContain('itemCode');
  });
});
