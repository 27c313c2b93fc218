import { describe, expect, test } from 'bun:test';
import { shown } from '../http/answer';
import { list } from './composite';
import { exampled, exampleOf } from './example';
import { choice, text } from './kinds';
import { named, oneOf } from './schema';

const note = () => shown.nullable(shown.text('Note.'));

describe('exampleOf', () => {
  test('values that are left out become null, an empty list or an empty map, in the order of the schema', () => {
    const fields = { remarks: text(), tags: list(text(), 3).required(), code: text(9).required() };
    const schema = exampled(shown.object({ ...fields, counts: shown.map(shown.count()) }), { code: 'A' });
    expect(JSON.stringify(exampleOf(schema))).toBe('{"remarks":null,"tags":[],"code":"A","counts":{}}');
  });

  test('a value of which nothing is known is named', () => {
    const schema = named('Pipe', shown.object({ size: shown.object({ inches: shown.number() }) }));
    expect(() => exampleOf(schema)).toThrow('Pipe.size.inches has no example.');
  });

  test('a part that has an example of its own shows it, alone, in a list and laid under what is given', () => {
    const part = exampled(named('Part', shown.object({ code: shown.text(), note: note() })), { code: 'P' });
    const whole = shown.object({ one: shown.described(part, 'One.'), many: shown.list(part) });
    const own = { code: 'P', note: null };
    expect(exampleOf(whole)).toEqual({ one: own, many: [own] });
    exampled(whole, { many: [{}, { note: 'n' }] });
    expect(exampleOf(whole)).toEqual({ one: own, many: [own, { code: 'P', note: 'n' }] });
  });

  test('optional keys are shown when they are given', () => {
    const schema = shown.object({ code: shown.text() }, { index: shown.count() });
    expect(exampleOf(exampled(schema, { code: 'A' }))).toEqual({ code: 'A' });
    expect(exampleOf(exampled(schema, { code: 'A', index: 1 }))).toEqual({ code: 'A', index: 1 });
  });

  test('a nullable object that is given is completed', () => {
    const schema = shown.object({
      result: shown.nullable(shown.object({ count: shown.count(), note: note() })),
    });
    expect(exampleOf(schema)).toEqual({ result: null });
    expect(exampleOf(exampled(schema, { result: { count: 2 } }))).toEqual({
      result: { count: 2, note: null },
    });
  });

  test('of several kinds the one is shown that the values name, completed by all of its parts', () => {
    const common = shown.object({ note: note() });
    const kind = (name: string) =>
      named(name, { ...shown.object({ kind: { type: 'string', const: name } }), allOf: [common] });
    const either = oneOf('kind', { Pipe: kind('Pipe'), Valve: kind('Valve') });
    expect(exampleOf(exampled(either, { kind: 'Valve' }))).toEqual({ kind: 'Valve', note: null });
  });

  test('a constant stands for itself, a choice does not', () => {
    const status = choice(['queued']).required();
    expect(exampleOf(shown.object({ kind: { const: 'pipe' } }))).toEqual({ kind: 'pipe' });
    expect(() => exampleOf(shown.object({ status }))).toThrow('status has no example');
  });
});
