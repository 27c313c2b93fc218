import { DomainError, invalid } from '../errors';
import type { JsonSchema } from '../fields/field';
import type { Logger } from '../log';
import type { Database } from '../store/connect';
import { nextTurn } from '../turns';
import { arriving, bodyTooLarge, jsonPace, type Pace } from './arrival';
import type { HeldMemory } from './body-memory';
import { fingerprintOfJson, fingerprintOfUpload } from './idempotency';
import type { Route } from './route';
import { isForm, receiveUpload, type Upload } from './upload';

const depthMax = 64;
const valuesMax = 1_500_000;

/** A list that is longer by less is read, so that its fault is told together with the others of the body. */
const spareEntries = 10_000;

export type ListBounds = ReadonlyMap<string, number>;

interface Reading {
  lists?: ListBounds;
  hold?: (bytes: number) => void;
  pace?: Pace;
  /** Nothing is then undefined, and needs no media type. */
  isOptional?: boolean;
}

/**
 * The JSON body of a request.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE (while reading, so a false length does not help), REQUEST_TIMEOUT,
 * INVALID_JSON (also of what is nested deeper than 64 levels), VALIDATION_ERROR (a list that is far too long), what `hold` throws
 */
export async function readJson(request: Request, bytesMax: number, reading: Reading = {}): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' && !(reading.isOptional && type === undefined)) throw notJson();
  const bytes = await readBytes(request, bytesMax, reading);
  if (reading.isOptional && bytes.length === 0) return undefined;
  if (type === undefined) throw notJson();
  await requireBounded(bytes, reading.lists);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (bytes.length > turnBytes) await nextTurn();
    return JSON.parse(text);
  } catch (error) {
    throw new DomainError('INVALID_JSON', 'The body is not valid JSON.', {}, { cause: error });
  }
}

const notJson = () => new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');

export function listBounds(schema: JsonSchema): ListBounds {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const bounds = properties.map(([key, { maxItems }]) => [key, maxItems] as const);
  return new Map(bounds.filter((bound): bound is [string, number] => typeof bound[1] === 'number'));
}

async function readBytes(request: Request, bytesMax: number, { hold, pace }: Reading): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw bodyTooLarge(bytesMax);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of arriving(request, pace ?? jsonPace)) {
    length += chunk.length;
    if (length > bytesMax) throw bodyTooLarge(bytesMax);
    hold?.(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const turnBytes = 2 * 1024 * 1024;

const code = (letter: string) => letter.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const [openList, closeList, openObject, closeObject] = [code('['), code(']'), code('{'), code('}')];

/**
 * Refuses before anything is made of it what could exhaust the stack or the memory: what is nested too deeply, holds too many
 * values, or has a far longer list at its top than the route takes. @throws INVALID_JSON, BODY_TOO_LARGE, VALIDATION_ERROR
 */
async function requireBounded(bytes: Uint8Array, lists: ListBounds = new Map()): Promise<void> {
  let [depth, values, entries, textStart, textEnd] = [0, 0, 0, 0, 0];
  let list: { key: string; max: number } | undefined;
  let turnEnd = turnBytes;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at > turnEnd) {
      await nextTurn();
      turnEnd = at + turnBytes;
    }
    const byte = bytes[at];
    if (byte === quote) {
      textStart = at;
      at = endOfText(bytes, at);
      textEnd = at + 1;
    } else if (byte === comma) {
      values += 1;
      if (depth === 2 && list && ++entries >= list.max + spareEntries) throw tooLong(list.key, list.max);
    } else if (byte === openList || byte === openObject) {
      values += 1;
      depth += 1;
      if (depth > depthMax) throw tooDeep();
      if (depth === 2) {
        list = byte === openList ? boundedList(lists, bytes.subarray(textStart, textEnd)) : undefined;
        entries = 0;
      }
    } else if (byte === closeList || byte === closeObject) depth -= 1;
    if (values > valuesMax) throw tooMany();
  }
}

function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

const keyBytesMax = 200;

function boundedList(lists: ListBounds, text: Uint8Array) {
  if (lists.size === 0 || text.length > keyBytesMax) return undefined;
  const key = readKey(new TextDecoder().decode(text));
  const max = lists.get(key);
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

const tooLong = (key: string, max: number) =>
  invalid([
    {
      field: key,
      code: 'MAX_LENGTH',
      message: `must have at most ${max} entries`,
      params: { maxItems: max },
    },
  ]);

export interface ReceivedBody {
  body: unknown;
  upload: Upload | undefined;
}

interface Receiving {
  db: Database;
  log: Logger;
  memory: HeldMemory;
  bodyBytesMax: number;
  bulkBodyBytesMax: number;
  uploadBytesMax: number;
}

/** Receives the body of a request to its end, before a connection or anything else is taken that others wait for. */
export async function receiveBody<Ctx>(
  receiving: Receiving,
  { options }: Route<Ctx>,
  request: Request,
): Promise<ReceivedBody> {
  if (options.upload && (options.body === undefined || isForm(request))) {
    const { db, log, memory, uploadBytesMax } = receiving;
    const upload = await options.upload.receive({
      db,
      log,
      memory,
      signal: request.signal,
      read: (take, bytesMax = uploadBytesMax) =>
        receiveUpload(request, Math.min(bytesMax, uploadBytesMax), take),
    });
    return { body: undefined, upload };
  }
  if (!options.body) return { body: undefined, upload: undefined };
  const bytesMax = options.isBulk ? receiving.bulkBodyBytesMax : receiving.bodyBytesMax;
  const reading = {
    lists: boundsOf(options.body),
    hold: receiving.memory.add,
    isOptional: options.isBodyOptional,
  };
  return { body: await readJson(request, bytesMax, reading), upload: undefined };
}

const boundsBySchema = new WeakMap<JsonSchema, ListBounds>();

function boundsOf(schema: JsonSchema): ListBounds {
  const known = boundsBySchema.get(schema) ?? listBounds(schema);
  boundsBySchema.set(schema, known);
  return known;
}

export const fingerprintOf = ({ body, upload }: ReceivedBody): string =>
  upload ? fingerprintOfUpload(upload) : fingerprintOfJson(body);
