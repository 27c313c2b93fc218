import type { Random } from '../chaos/random';
import type { Json } from './operations';

const long = (length: number) => 'x'.repeat(length);
const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

/** Texts that break what expects plain words. */
const worstTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\u0001\u001f\u007f',
  'line\r\nbreak\ttab',
  '\u202eright to left \u05d0\u05d1',
  '\ufeffbyte order mark',
  '\ufffe\uffff',
  '👩‍👩‍👧‍👦é\u0301',
  "'; drop table client; --",
  '%_\\',
  '.*(a+)+$[',
  '\\u0000',
  '$1 {} $(x)',
  '__proto__',
  'constructor',
  'null',
  'true',
  'NaN',
  '=1+1',
  '0001-01-01',
  '0000-01-01',
  '-0001-01-01',
  '10000-01-01',
  '2025-02-30',
  '2025-13-01',
  '9999-12-31',
  '2025-02-28T23:59:60Z',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-23:59',
  '9999-12-31T23:59:59.999999999Z',
  '-271821-04-20T00:00:00Z',
  '2025-02-28 10:00',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '-0',
  '1e400',
  '1e-400',
  '0x10',
  '+5',
  '1,5',
  '3000000000',
  '9007199254740993',
  '9223372036854775808',
  '999999999999.999999',
  long(41),
  long(201),
  long(8001),
];

/** JSON as text, for much of it no JavaScript value exists. */
const worstJson = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1',
  '0.1',
  '0.0000001',
  '1.0000000000000002',
  '1e-400',
  '1e400',
  '-1e400',
  '1e12',
  '999999999999.999999',
  '2147483648',
  '3000000000',
  '-2147483649',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775808',
  '1e308',
  '5e-324',
  '{}',
  '[]',
  '[null]',
  '[[]]',
  '[{}]',
  '{"":1}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"toString":1,"hasOwnProperty":1,"length":3}',
  '{"a\\u0000b":1}',
  '{"\\ud800":"\\ud800"}',
  '{"a":1,"a":2}',
  '"\\ud83d"',
  '"\\u0000"',
];

const hugeJson = [
  () => JSON.stringify(long(300_000)),
  () => JSON.stringify('\u0000'.repeat(10_000)),
  () => JSON.stringify('é'.repeat(100_000)),
  () => `[${'1,'.repeat(20_000)}1]`,
  () => `[${'{},'.repeat(2_000)}{}]`,
  () => `[${'"a",'.repeat(5_001)}"a"]`,
  () => `{${Array.from({ length: 3_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  () => nested(60),
  () => nested(70),
  () => nested(5_000),
  () => `1${'0'.repeat(5_000)}`,
  () => `0.${'1'.repeat(5_000)}`,
];

/** Keys that are unknown, or that a program may take for its own. */
export const worstKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  '',
  ' ',
  'a\u0000b',
  '\ud800',
  'a.b',
  'a[0]',
  'unknownKey',
  'id',
  'version',
  long(1000),
];

export const worstText = (random: Random): string => random.pick(worstTexts);

/** A value at a bound of its schema, as JSON text; undefined when the schema has none. */
function edgeOf(schema: Json, random: Random): string | undefined {
  const edges: unknown[] = [];
  const { maxLength, minimum, maximum, exclusiveMinimum, maxItems } = schema as Record<
    string,
    number | undefined
  >;
  if (Array.isArray(schema.enum)) edges.push(...schema.enum, ...schema.enum);
  if (maxLength !== undefined) edges.push(long(maxLength), long(maxLength + 1), '😀'.repeat(maxLength / 2));
  for (const bound of [minimum, maximum, exclusiveMinimum])
    if (bound !== undefined) edges.push(bound, bound - 1, bound + 1, bound + 0.0000001);
  if (maxItems !== undefined && maxItems < 5_001) edges.push(new Array(maxItems + 1).fill(null));
  if ([schema.type].flat().includes('boolean')) edges.push(true, false);
  return edges.length === 0 ? undefined : JSON.stringify(random.pick(edges));
}

/** A bad or a just acceptable value in place of one that the schema describes, as JSON text. */
export function worstValue({ words }: { words: readonly string[] }, schema: Json, random: Random): string {
  const choice = random.below(20);
  if (choice === 0) return random.pick(hugeJson)();
  if (choice < 5) return edgeOf(schema, random) ?? random.pick(worstJson);
  if (choice < 7) return JSON.stringify(random.pick(words));
  if (choice < 9) return `[${worstValue({ words }, {}, random)},${worstValue({ words }, {}, random)}]`;
  return choice < 14 ? JSON.stringify(worstText(random)) : random.pick(worstJson);
}

const worstEscapes = [
  '%',
  '%zz',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%ff',
  '%C0%80',
  '%2F',
  '..%2f..',
  '%0d%0a',
  '+',
  '%09',
];

/** A piece of a path or query: what may not be encoded so, or a bad text that is. */
export const worstPart = (random: Random): string =>
  random.below(3) === 0 ? random.pick(worstEscapes) : encodeURIComponent(worstText(random).toWellFormed());

/** A value for a query parameter of the schema, encoded. */
export function worstParameter(schema: Json, random: Random): string {
  if (random.below(2) === 0) return worstPart(random);
  const edge: unknown = JSON.parse(edgeOf(schema, random) ?? '"x"');
  return encodeURIComponent(String(edge).toWellFormed());
}

/** A value of a header as bytes in Latin-1; those that HTTP itself forbids are left to `brokenHeaders`. */
const worstHeaders = [
  '',
  '"',
  '"1"',
  'W/"1"',
  '"1", "2"',
  '*',
  '0',
  '-1',
  '1e400',
  '"99999999999999999999"',
  '\u00e9',
  '\u00ed\u00a0\u0080',
  '\u00e2\u0080\u00ae',
  '\u00ff',
  'tab\there',
  long(200),
  long(201),
  long(8_000),
  'null',
  '__proto__',
  "'; drop table client; --",
  'application/json',
  'application/json;charset=utf-16',
  'application/JSON; charset="\\',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${long(300)}`,
  'text/plain',
  'gzip',
  'bytes=0-1',
  '00-00000000000000000000000000000000-0000000000000000-00',
];

const brokenHeaders = ['a\u0000b', 'a\u0001b', 'a\u007fb', '\u001b[31m'];

/** A value of a header; `isBroken` when HTTP forbids it, so that the server may refuse the whole request. */
export function worstHeader(random: Random): { value: string; isBroken: boolean } {
  const isBroken = random.below(6) === 0;
  return { value: random.pick(isBroken ? brokenHeaders : worstHeaders), isBroken };
}
