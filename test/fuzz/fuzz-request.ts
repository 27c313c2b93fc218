import type { Random } from '../chaos/random';
import { jsonText, mutated } from './json-mutation';
import { worstForm } from './multipart';
import type { DocumentReader, Json, Operation, Parameter } from './operations';
import type { Records } from './records';
import { worstHeader, worstKeys, worstParameter, worstPart } from './worst-values';

/** A request made for an operation, as it goes over the wire. */
export interface FuzzRequest {
  operation: Operation;
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
  /** The JSON body as a program reads it; undefined without one. */
  sent: unknown;
  /** HTTP forbids it, so the server may refuse it without a problem body, or end the connection. */
  isBroken: boolean;
  /** It is the example of the document as it is. */
  isGood: boolean;
}

type Part = 'method' | 'path' | 'query' | 'body' | 'headers';

const oddMethods = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE', 'TRACE', 'PROPFIND'];

/** Decides which parts of a request are to be bad. */
function badParts(operation: Operation, random: Random): Set<Part> {
  const has = (where: Parameter['in']) => operation.parameters.some((one) => one.in === where);
  const body: Part[] = operation.json || operation.form ? ['body', 'body', 'body', 'body', 'body'] : [];
  const query: Part[] = has('query') ? ['query', 'query', 'query', 'query'] : ['query'];
  const path: Part[] = has('path') ? ['path', 'path'] : [];
  if (random.below(60) === 0) return new Set([random.pick(['method', 'path'] as const)]);
  const possible: Part[] = [...path, ...query, ...body, 'headers'];
  const count = random.pick([0, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
  return new Set(Array.from({ length: count }, () => random.pick(possible)));
}

/** Makes the request of that number: an operation as the document describes it, with some of its parts bad. */
export function makeRequest(
  operation: Operation,
  reader: DocumentReader,
  records: Records,
  random: Random,
): FuzzRequest {
  const bad = badParts(operation, random);
  const target =
    pathOf(operation, records, random, bad.has('path')) +
    queryOf(operation, records, random, bad.has('query'));
  const { type, body, sent, isRenamed } = bodyOf(operation, reader, records, random, bad.has('body'));
  const { headers, isBroken } = headersOf(operation, type, random, bad.has('headers'));
  const method = bad.has('method') ? random.pick(oddMethods) : operation.method;
  const isGood = bad.size === 0 && operation.method !== 'GET' && !isRenamed;
  return { operation, method, target, headers, body, sent, isBroken, isGood };
}

function pathOf(
  { path, method, parameters }: Operation,
  records: Records,
  random: Random,
  isBad: boolean,
): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const badName = isBad ? random.pick([...names, undefined]) : undefined;
  const address = path.replace(/\{(\w+)\}/g, (_, name) => {
    if (name === badName)
      return random.below(3) === 0 ? encodeURIComponent(records.anyId(random)) : worstPart(random);
    const isLast = name === names.at(-1);
    const isOther = isLast && random.below(40) < (method === 'DELETE' ? 38 : 10);
    const other = isOther
      ? (records.otherOf(name, random) ?? (method === 'DELETE' ? unknownId : undefined))
      : undefined;
    const { enum: choices } = parameters.find((one) => one.name === name)?.schema ?? {};
    const choice = Array.isArray(choices) ? String(random.pick(choices)) : 'x';
    return encodeURIComponent(other ?? records.valueOf(name) ?? choice);
  });
  return isBad && badName === undefined ? random.pick(oddPaths)(address) : address;
}

const unknownId = '00000000-0000-4000-8000-000000000000';

const oddPaths: ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => path.replace('/v1/', '/v1//'),
  (path) => path.replace('/v1/', '/v1/./'),
  (path) => path.replace('/v1/', '/v1/x/../'),
  (path) => path.replace('/v1/', '/v1/%2e%2e/v1/'),
  (path) => path.replace('/v1/', '/V1/'),
  (path) => path.replace('/v1/', '/%76%31/'),
  (path) => path.replace('/v1/c', '/v1/%63'),
  (path) => `${path}#fragment`,
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => `${path}/x`,
  (path) => `${path}%20`,
];

function queryOf({ parameters }: Operation, records: Records, random: Random, isBad: boolean): string {
  const known = parameters.filter((one) => one.in === 'query');
  const given = known.flatMap((one): [string, string][] => {
    const value = records.valueOf(one.name) ?? firstOf(one.schema);
    const isGiven = ['projectId', 'clientId', 'from'].includes(one.name) || random.below(4) === 0;
    return isGiven && value !== undefined ? [[one.name, encodeURIComponent(value)]] : [];
  });
  if (isBad) {
    const one = known.length > 0 && random.below(8) > 0 ? random.pick(known) : undefined;
    const name = one?.name ?? encodeURIComponent(random.pick(worstKeys).toWellFormed());
    const isSecond = random.below(5) === 0;
    const at = given.findIndex(([other]) => other === name);
    if (at >= 0 && !isSecond) given.splice(at, 1);
    given.push([
      name,
      random.below(12) === 0
        ? encodeURIComponent(records.anyId(random))
        : worstParameter(one?.schema ?? {}, random),
    ]);
  }
  return given.length === 0 ? '' : `?${given.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

/** A value that a parameter surely takes; undefined when its schema does not tell. */
function firstOf({ enum: choices, type, minimum }: Json): string | undefined {
  if (Array.isArray(choices)) return String(choices[0]);
  if (type === 'integer') return String(minimum ?? 1);
  return type === 'boolean' ? 'true' : undefined;
}

const encoder = new TextEncoder();
const nothing = { type: undefined, body: new Uint8Array(), sent: undefined, isRenamed: false };
const formShare = 2;

function bodyOf(
  { method, json, form }: Operation,
  reader: DocumentReader,
  records: Records,
  random: Random,
  isBad: boolean,
) {
  if (form && (!json || random.below(formShare) === 0))
    return { ...worstForm(form, records, random, isBad), sent: undefined, isRenamed: false };
  if (!json) return nothing;
  const adapted = records.adapted(json.example) as Json;
  const isRenamed = method === 'POST' && random.below(3) > 0;
  const example = isRenamed ? renamed(adapted, random) : adapted;
  let body: unknown = example;
  const times = isBad ? random.pick([1, 1, 1, 2, 3]) : 0;
  for (let time = 0; time < times; time += 1) body = mutated(body, json.schema, reader, random);
  const text = body === undefined ? '' : jsonText(body);
  if (isBad && random.below(40) === 0) return { ...brokenJson(text, random), sent: undefined, isRenamed };
  return { type: 'application/json', body: encoder.encode(text), sent: parsed(text), isRenamed };
}

/** A record under a code of its own, so that it does not exist yet. */
function renamed(example: Json, random: Random): Json {
  if (typeof example.year === 'number') return { ...example, year: 1990 + random.below(100) };
  const keys = Object.keys(example).filter((key) => /code$/i.test(key) && typeof example[key] === 'string');
  if (keys.length === 0) return example;
  const key = random.pick(keys);
  return { ...example, [key]: `F${random.below(1e6)}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is no JSON in UTF-8. */
function brokenJson(text: string, random: Random): { type: string; body: Uint8Array } {
  const bytes = encoder.encode(text);
  const body = random.pick([
    () => bytes.subarray(0, bytes.length / 2),
    () => new Uint8Array(),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () => Buffer.concat([bytes, Buffer.from([0xff, 0x00])]),
    () => Buffer.concat([bytes, bytes]),
  ])();
  return { type: 'application/json', body };
}

const oddHeaders = [
  'if-match',
  'idempotency-key',
  'last-event-id',
  'x-request-id',
  'x-api-key',
  'content-type',
  'accept',
  'accept-encoding',
  'content-encoding',
  'authorization',
  'traceparent',
  'range',
  'cookie',
  'origin',
  'x-forwarded-for',
  'x-caller',
];

function headersOf(operation: Operation, type: string | undefined, random: Random, isBad: boolean) {
  const headers: [string, string][] = type === undefined ? [] : [['content-type', type]];
  const takesKey = operation.parameters.some((one) => one.name === 'Idempotency-Key');
  if (takesKey && random.below(5) === 0) headers.push(['idempotency-key', `key ${random.below(1e9)}`]);
  if (!isBad) return { headers, isBroken: false };
  const own = operation.parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase());
  const name = random.pick([...own, ...own, ...own, ...oddHeaders]);
  const { value, isBroken } = worstHeader(random);
  const others =
    name === 'content-type' || random.below(10) > 0 ? headers.filter(([other]) => other !== name) : headers;
  return { headers: [...others, [name, value] as [string, string]], isBroken };
}
