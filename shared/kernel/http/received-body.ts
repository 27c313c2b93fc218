import type { JsonSchema } from '../fields/field';
import type { Logger } from '../log';
import type { Database } from '../store/connect';
import { type ListBounds, listBounds, readJson } from './body';
import type { HeldMemory } from './body-memory';
import { fingerprintOfJson, fingerprintOfUpload } from './idempotency';
import type { Route } from './route';
import { isForm, receiveUpload, type Upload } from './upload';

export interface ReceivedBody {
  body: unknown;
  upload: Upload | undefined;
}

export interface Receiving {
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
  const bounds = { lists: boundsOf(options.body), hold: receiving.memory.add };
  return { body: await readJson(request, bytesMax, bounds), upload: undefined };
}

const boundsBySchema = new WeakMap<JsonSchema, ListBounds>();

function boundsOf(schema: JsonSchema): ListBounds {
  const known = boundsBySchema.get(schema) ?? listBounds(schema);
  boundsBySchema.set(schema, known);
  return known;
}

export const fingerprintOf = ({ body, upload }: ReceivedBody): string =>
  upload ? fingerprintOfUpload(upload) : fingerprintOfJson(body);
