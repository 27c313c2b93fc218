import type { Database } from '../../postgres';
import type { Logger } from '../../process';
import { DomainError, type JsonSchema } from '../../schema';
import { arriving, bodyTooLarge, jsonPace, type Pace } from './arrival';
import type { MemoryShare } from './body-memory';
import { type ListBounds, parseBounded } from './bounded-json';
import { fingerprintOfJson, fingerprintOfUpload } from './idempotency';
import type { Route } from './route';
import { isForm, receiveUpload, type Upload } from './upload';

interface Reading {
  lists?: ListBounds;
  lock?: (bytes: number) => void;
  pace?: Pace;
  isOptional?: boolean;
}

/**
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE (while reading, so a false length does not help),
 * REQUEST_TIMEOUT, INVALID_JSON (also when nested deeper than 64 levels), VALIDATION_ERROR (a list that is
 * far too long), what `hold` throws
 */
export async function readJson(request: Request, bytesMax: number, reading: Reading = {}): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' && !(reading.isOptional && type === undefined)) throw notJson();
  const bytes = await readBytes(request, bytesMax, reading);
  if (reading.isOptional && bytes.length === 0) return undefined;
  if (type === undefined) throw notJson();
  return parseBounded(bytes, reading.lists);
}

const notJson = () => new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');

export function listBounds(schema: JsonSchema): ListBounds {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const bounds = properties.map(([key, { maxItems }]) => [key, maxItems] as const);
  return new Map(bounds.filter((bound): bound is [string, number] => typeof bound[1] === 'number'));
}

async function readBytes(request: Request, bytesMax: number, { lock, pace }: Reading): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw bodyTooLarge(bytesMax);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of arriving(request, pace ?? jsonPace)) {
    length += chunk.length;
    if (length > bytesMax) throw bodyTooLarge(bytesMax);
    lock?.(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

export interface ReceivedBody {
  body: unknown;
  upload: Upload | undefined;
}

interface Receiving {
  db: Database;
  log: Logger;
  memory: MemoryShare;
  counted: string;
  bodyBytesMax: number;
  bulkBodyBytesMax: number;
  uploadBytesMax: number;
}

/** The body arrives to its end before a connection or anything else is taken that others wait for. */
export async function receiveBody<Ctx>(
  receiving: Receiving,
  { options }: Route<Ctx>,
  request: Request,
): Promise<ReceivedBody> {
  if (options.upload && (options.body === undefined || isForm(request))) {
    const { db, log, memory, counted, uploadBytesMax } = receiving;
    const upload = await options.upload.receive({
      db,
      log,
      memory,
      counted,
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
    lock: receiving.memory.add,
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

export const fingerprintOf = async ({ body, upload }: ReceivedBody): Promise<string> =>
  upload ? fingerprintOfUpload(upload) : fingerprintOfJson(body);
