import { createHash } from 'node:crypto';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Database } from '../../postgres';
import type { Logger } from '../../process';
import { DomainError, type Fault, invalid } from '../../schema';
import { arriving, formPace, type Pace } from './arrival';
import type { MemoryShare } from './body-memory';

export interface Upload {
  fields: Map<string, string[]>;
  file: UploadedFile | null;
  faults: Fault[];
  discard?(): Promise<void>;
}

export interface UploadInMemory extends Upload {
  bytes: Uint8Array;
}

export interface UploadedFile {
  name: string;
  bytes: number;
  sha256: string;
}

export type TakeChunk = (chunk: Uint8Array, fileName: string) => Promise<void> | void;

export interface FormSource {
  db: Database;
  log: Logger;
  memory: MemoryShare;
  counted: string;
  signal: AbortSignal;
  read(take: TakeChunk, bytesMax?: number): Promise<Upload>;
}

/**
 * A form arrives to its end before anything else is done with it: a client may be slow, and a transaction
 * that waited for it would block its connection for everybody else.
 */
export type ReceiveForm<U extends Upload = Upload> = (source: FormSource) => Promise<U>;

const fieldBytesMax = 256 * 1024;
const fieldsBytesMax = 1024 * 1024;
const partsMax = 50;
const memoryBytesMax = 10 * 1024 * 1024;

export async function receiveInMemory({ memory, read }: FormSource): Promise<UploadInMemory> {
  const chunks: Uint8Array[] = [];
  const keep: TakeChunk = (chunk) => {
    memory.add(chunk.length);
    chunks.push(chunk);
  };
  const upload = await read(keep, memoryBytesMax);
  return { ...upload, bytes: Buffer.concat(chunks) };
}

const mediaTypeOf = (request: Request) => request.headers.get('content-type') ?? '';

export const isForm = (request: Request) =>
  mediaTypeOf(request).toLowerCase().startsWith('multipart/form-data');

/**
 * Memory stays flat however large the file is.
 * @throws UNSUPPORTED_MEDIA_TYPE, FILE_TOO_LARGE, BODY_TOO_LARGE (text parts), REQUEST_TIMEOUT,
 * VALIDATION_ERROR (broken form), or what `take` throws
 */
export async function receiveUpload(
  request: Request,
  bytesMax: number,
  take: TakeChunk,
  pace: Pace = formPace,
): Promise<Upload> {
  if (!isForm(request)) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be multipart/form-data.');
  }
  const form = openForm(mediaTypeOf(request), bytesMax);
  const upload: Upload = { fields: new Map(), file: null, faults: [] };
  const files: Promise<void>[] = [];
  let fieldsBytes = 0;
  form.on('field', (name, value, _nameTruncated, valueTruncated) => {
    fieldsBytes += value.length;
    if (fieldsBytes > fieldsBytesMax) form.destroy(fieldsTooLarge());
    if (valueTruncated) upload.faults.push(tooLong(name));
    upload.fields.set(name, [...(upload.fields.get(name) ?? []), value]);
  });
  form.on('file', (name, stream, fileName) => {
    // A form that breaks off tells each of its files, too; one that nobody reads would end the process by that.
    stream.on('error', () => {});
    if (name !== 'file' || files.length > 0) {
      upload.faults.push({
        field: name,
        code: name === 'file' ? 'DUPLICATE' : 'UNKNOWN_FIELD',
        message: 'is one file too many',
      });
      stream.resume();
      return;
    }
    const reading = readFile(stream, fileName ?? '', bytesMax, take).then((file) => {
      upload.file = file;
    });
    reading.catch((error) => form.destroy(error));
    files.push(reading);
  });
  form.on('partsLimit', () => form.destroy(tooManyParts()));
  await pour(arriving(request, pace), form);
  await Promise.all(files);
  return upload;
}

/**
 * RFC 2046, 5.1.1 asks for 1 to 70 characters; with an empty boundary nearly every byte would begin a part.
 */
const boundary = /;\s*boundary=(?:"[^"]{1,70}"|[^\s";]{1,70})(?:[\s;]|$)/i;

function openForm(type: string, bytesMax: number) {
  if (!boundary.test(type)) throw brokenForm(new Error('a form needs a boundary of 1 to 70 characters'));
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { fileSize: bytesMax, fieldSize: fieldBytesMax, parts: partsMax },
    });
  } catch (error) {
    throw brokenForm(error);
  }
}

const brokenForm = (cause: unknown) => {
  const error = invalid([{ field: 'body', code: 'FORMAT', message: 'is not a complete multipart form' }]);
  error.cause = cause;
  return error;
};

const tooManyParts = () =>
  invalid([
    {
      field: 'body',
      code: 'MAX',
      message: `must have at most ${partsMax} parts`,
      params: { maxItems: partsMax },
    },
  ]);

const tooLong = (field: string): Fault => ({
  field,
  code: 'MAX_LENGTH',
  message: 'is too long',
  params: { maxLength: fieldBytesMax },
});

const fieldsTooLarge = () =>
  new DomainError('BODY_TOO_LARGE', `The text parts are larger than ${fieldsBytesMax} bytes.`, {
    bytesMax: fieldsBytesMax,
  });

async function readFile(
  stream: BusboyFileStream,
  name: string,
  bytesMax: number,
  take: TakeChunk,
): Promise<UploadedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    hash.update(chunk);
    await take(chunk, name);
  }
  if (stream.truncated) {
    throw new DomainError('FILE_TOO_LARGE', `The file is larger than ${bytesMax} bytes.`, { bytesMax });
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

async function pour(body: AsyncIterable<Uint8Array>, form: BusboyInstance): Promise<void> {
  const finished = Promise.withResolvers<void>();
  form.on('finish', finished.resolve);
  form.on('error', (error: unknown) =>
    finished.reject(error instanceof DomainError ? error : brokenForm(error)),
  );
  form.on('close', finished.resolve);
  finished.promise.catch(() => {});
  for await (const chunk of body) {
    if (form.destroyed) break;
    if (!form.write(chunk))
      await Promise.race([new Promise((resume) => form.once('drain', resume)), finished.promise]);
  }
  if (!form.destroyed) form.end();
  await finished.promise;
}
