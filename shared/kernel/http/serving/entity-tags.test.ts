import { expect, test } from 'bun:test';
import { entityTags } from './entity-tags';

const cases: [string | null, readonly string[] | undefined][] = [
  [null, undefined],
  ['*', undefined],
  [' * ', undefined],
  ['"7"', ['7']],
  ['W/"7"', ['7']],
  ['7', ['7']],
  ['"6", W/"7" ,"8"', ['6', '7', '8']],
  ['"a, b","c"', ['a, b', 'c']],
  ['""', ['']],
  ['', []],
  ['*, "7"', ['*', '7']],
  ['w/"7"', ['w/', '7']],
];

for (const [header, tags] of cases)
  test(`the tags of ${JSON.stringify(header)}`, () => expect(entityTags(header)).toEqual(tags));
