import { describe, expect, test } from 'bun:test';
import { countedAs, keyCaller, keyIdOf, personCaller } from './caller';

describe('personCaller', () => {
  test('has the name that the issuer tells, and the identifier beside it', () => {
    expect(personCaller('7', 'jane@example.com', 'Reader')).toEqual({
      type: 'bearer',
      id: 'user:7',
      name: 'jane@example.com',
      role: 'Reader',
    });
  });

  test.each([
    'key:nightly',
    'KEY:x',
    ' key:x',
    '\u200bkey:x',
    'k\u034fey:x',
    'key\ua789x',
    'k\u0435y:x',
    '\u043aeу:x',
    '0perator',
    'оperator',
    'gate\u115fway',
    'j\u0430ne@example.com',
    '\uff4b\uff45\uff59\uff1ax',
    'operator',
    'Anonymous',
    '',
    '\u200b',
    undefined,
  ])('goes by the identifier when the name is %p', (reported) => {
    expect(personCaller('7', reported, 'Reader').name).toBe('user:7');
  });

  test('has a name of 200 characters at most, on one line', () => {
    expect(personCaller('7', `a\nb${'x'.repeat(500)}`, 'Reader').name).toBe(`ab${'x'.repeat(197)}…`);
  });
});

test('a caller is counted as the one that it counts as, and as itself where that is not said', () => {
  expect(countedAs(keyCaller('2', 'child', 'Reader', 'key:1'))).toBe('key:1');
  expect(countedAs(keyCaller('2', 'child', 'Reader'))).toBe('key:2');
  expect(countedAs(personCaller('7', 'x', 'Reader'))).toBe('user:7');
});

test('the name of a key says that it is one, and its identifier is found again', () => {
  const caller = keyCaller('1', 'jane@example.com', 'Reader');
  expect([caller.id, caller.name, keyIdOf(caller)]).toEqual(['key:1', 'key:jane@example.com', '1']);
  expect(keyIdOf(personCaller('key:1', 'x', 'Reader'))).toBeUndefined();
});
