import { Slice } from '../../process';
import { DomainError, invalid, parseJson } from '../../schema';

const depthMax = 64;
const valuesMax = 1_500_000;

/**
 * A list that exceeds its bound by less is read, so that its fault is reported together with the others of
 * the body.
 */
const spareEntries = 10_000;

export type ListBounds = ReadonlyMap<string, number>;

const partBytes = 64 * 1024;

const code = (letter: string) => letter.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const space = 0x20;
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')];

interface LongList {
  key: string;
  start: number;
  cuts: number[];
  end: number;
}

/**
 * Long lists at the top are parsed some entries at a time, so that other requests are served meanwhile.
 * @throws INVALID_JSON, BODY_TOO_LARGE, VALIDATION_ERROR
 */
export async function parseBounded(bytes: Uint8Array, bounds?: ListBounds): Promise<unknown> {
  const lists = await longLists(bytes, bounds);
  const slice = new Slice();
  try {
    const value = await parseInParts(bytes, lists);
    if (slice.isOver) await slice.next();
    return value;
  } catch (error) {
    throw new DomainError('INVALID_JSON', 'The body is not valid JSON.', {}, { cause: error });
  }
}

async function parseInParts(bytes: Uint8Array, lists: readonly LongList[]): Promise<unknown> {
  const decode = (part: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(part);
  if (lists.length === 0) return parseJson(decode(bytes));
  const mark = crypto.randomUUID();
  const marks = lists.map((_, at) => `${mark} ${at}`);
  const rest: Uint8Array[] = [];
  let from = 0;
  for (const [at, { start, end }] of lists.entries()) {
    rest.push(bytes.subarray(from, start), Buffer.from(JSON.stringify(marks[at])));
    from = end + 1;
  }
  rest.push(bytes.subarray(from));
  const body = parseJson(decode(Buffer.concat(rest))) as Record<string, unknown>;
  for (const [at, list] of lists.entries()) {
    const entries = await entriesOf(bytes, list);
    // Of a key that occurs twice the last value counts.
    if (body[list.key] === marks[at]) body[list.key] = entries;
  }
  return body;
}

async function entriesOf(bytes: Uint8Array, { start, cuts, end }: LongList): Promise<unknown[]> {
  if (bytes[end] !== closeList) throw new SyntaxError('A list ends as an object.');
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const slice = new Slice();
  const entries: unknown[] = [];
  let from = start + 1;
  for (const to of [...cuts, end]) {
    if (slice.isOver) await slice.next();
    const part = parseJson(`[${decoder.decode(bytes.subarray(from, to))}]`) as unknown[];
    if (part.length === 0) throw new SyntaxError('An entry is missing.');
    for (const entry of part) entries.push(entry);
    from = to + 1;
  }
  return entries;
}

/**
 * Bodies that could exhaust the stack or the memory are refused before anything is parsed: deep nesting, too
 * many values, or a list at the top that is far longer than the route takes.
 */
async function longLists(bytes: Uint8Array, bounds: ListBounds = new Map()): Promise<LongList[]> {
  let [depth, values, entries, textStart, textEnd] = [0, 0, 0, 0, 0];
  let list: { bound: Bound; start: number; cuts: number[] } | undefined;
  const lists: LongList[] = [];
  const slice = new Slice();
  let [partEnd, lookAt] = [0, partBytes];
  const isObject = bytes[bytes.findIndex((byte) => byte > space)] === openObject;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at > lookAt) {
      if (slice.isOver) await slice.next();
      lookAt = at + partBytes;
    }
    const byte = bytes[at];
    if (byte === quote) {
      textStart = at;
      at = endOfText(bytes, at);
      textEnd = at + 1;
    } else if (byte === comma) {
      values += 1;
      if (depth === 2 && list) {
        if (++entries >= list.bound.max + spareEntries) throw tooLong(list.bound);
        if (at >= partEnd) {
          list.cuts.push(at);
          partEnd = at + partBytes;
        }
      }
    } else if (byte === openList || byte === openObject) {
      values += 1;
      depth += 1;
      if (depth > depthMax) throw tooDeep();
      if (depth === 2) {
        const bound = byte === openList ? boundedList(bounds, bytes.subarray(textStart, textEnd)) : undefined;
        list = bound && { bound, start: at, cuts: [] };
        [entries, partEnd] = [0, at + partBytes];
      }
    } else if (byte === closeList || byte === closeObject) {
      if (depth === 2 && isObject && list && list.cuts.length > 0)
        lists.push({ ...list, key: list.bound.key, end: at });
      depth -= 1;
    }
    if (values > valuesMax) throw tooMany();
  }
  return lists;
}
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

const keyBytesMax = 200;

interface Bound {
  key: string;
  max: number;
}

function boundedList(bounds: ListBounds, text: Uint8Array): Bound | undefined {
  if (bounds.size === 0 || text.length > keyBytesMax) return undefined;
  const key = readKey(new TextDecoder().decode(text));
  const max = bounds.get(key);
  return max === undefined ? undefined : { key, max };
}

function readKey(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return '';
  }
}

const tooDeep = () => new DomainError('INVALID_JSON', `The body is nested deeper than ${depthMax} levels.`);

const tooMany = () =>
  new DomainError('BODY_TOO_LARGE', `The body holds more than ${valuesMax} values.`, { valuesMax });

const tooLong = ({ key, max }: Bound) =>
  invalid([
    {
      field: key,
      code: 'MAX_LENGTH',
      message: `must have at most ${max} entries`,
      params: { maxItems: max },
    },
  ]);
