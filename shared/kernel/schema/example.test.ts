import { describe, expect, test } from 'bun:test';
import { responseSchema } from '../http';
import { list } from './composite';
import { exampled, exampleOf } from './example';
import { choice, text } from './kinds';
import { named, oneOf } from './schema';

const note = () => responseSchema.nullable(responseSchema.text('Note.'));

describe('exampleOf', () => {
  test('values that are left out become null, an empty list or an empty map, in the order of the schema', () => {
    const fields = { remarks: text(), tags: list(text(), 3).required(), code: text(9).required() };
    const schema = exampled(
      responseSchema.object({ ...fields, counts: responseSchema.map(responseSchema.count()) }),
      { code: 'A' },
    );
    expect(JSON.stringify(exampleOf(schema))).toBe('{"remarks":null,"tags":[],"code":"A","counts":{}}');
  });

  test('a value of which nothing is known is named', () => {
    const schema = named(
      'Pipe',
      responseSchema.object({ size: responseSchema.object({ inches: responseSchema.number() }) }),
    );
    expect(() => exampleOf(schema)).toThrow('Pipe.size.inches has no example.');
  });

  test('a part that has an example of its own shows it, alone, in a list and laid under what is given', () => {
    const part = exampled(
      named('Part', responseSchema.object({ code: responseSchema.text(), note: note() })),
      { code: 'P' },
    );
    const whole = responseSchema.object({
      one: responseSchema.described(part, 'One.'),
      many: responseSchema.list(part),
    });
    const own = { code: 'P', note: null };
    expect(exampleOf(whole)).toEqual({ one: own, many: [own] });
    exampled(whole, { many: [{}, { note: 'n' }] });
    expect(exampleOf(whole)).toEqual({ one: own, many: [own, { code: 'P', note: 'n' }] });
  });

  test('optional keys are shown when they are given', () => {
    const schema = responseSchema.object({ code: responseSchema.text() }, { index: responseSchema.count() });
    expect(exampleOf(exampled(schema, { code: 'A' }))).toEqual({ code: 'A' });
    expect(exampleOf(exampled(schema, { code: 'A', index: 1 }))).toEqual({ code: 'A', index: 1 });
  });

  test('a nullable object that is given is completed', () => {
    const schema = responseSchema.object({
      result: responseSchema.nullable(responseSchema.object({ count: responseSchema.count(), note: note() })),
    });
    expect(exampleOf(schema)).toEqual({ result: null });
    expect(exampleOf(exampled(schema, { result: { count: 2 } }))).toEqual({
      result: { count: 2, note: null },
    });
  });

  test('of several kinds the one is shown that the values name, completed by all of its parts', () => {
    const common = responseSchema.object({ note: note() });
    const kind = (name: string) =>
      named(name, { ...responseSchema.object({ kind: { type: 'string', const: name } }), allOf: [common] });
    const either = oneOf([kind('Pipe'), kind('Valve')]);
    expect(exampleOf(exampled(either, { kind: 'Valve' }))).toEqual({ kind: 'Valve', note: null });
  });

  test('a constant stands for itself, a choice does not', () => {
    const status = choice(['queued']).required();
    expect(exampleOf(responseSchema.object({ kind: { const: 'pipe' } }))).toEqual({ kind: 'pipe' });
    expect(() => exampleOf(responseSchema.object({ status }))).toThrow('status has no example');
  });
});
