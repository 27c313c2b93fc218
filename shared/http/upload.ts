import { createHash } from 'node:crypto';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { DomainError, type Fault, invalid } from '../errors';

/** A received multipart form: text parts by name, and the one file, whose bytes went to `take`. */
export interface Upload {
  fields: Map<string, string[]>;
  file: UploadedFile | null;
  faults: Fault[];
}

export interface UploadedFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** Takes the bytes of the file as they arrive; the next chunk waits until it is done. */
export type TakeChunk = (chunk: Uint8Array, fileName: string) => Promise<void> | void;
export type ReceiveUpload = (take: TakeChunk) => Promise<Upload>;

const fieldBytesMax = 256 * 1024;
const partsMax = 50;

const mediaTypeOf = (request: Request) => request.headers.get('content-type') ?? '';

/** Whether the body of a request says that it is a multipart form. */
export const isForm = (request: Request) =>
  mediaTypeOf(request).toLowerCase().startsWith('multipart/form-data');

/**
 * Reads a multipart body while it arrives; memory stays flat however large the file is.
 * @throws UNSUPPORTED_MEDIA_TYPE, FILE_TOO_LARGE, VALIDATION_ERROR (broken form), or what `take` throws
 */
export async function receiveUpload(request: Request, bytesMax: number, take: TakeChunk): Promise<Upload> {
  if (!isForm(request)) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be multipart/form-data.');
  }
  const form = openForm(mediaTypeOf(request), bytesMax);
  const upload: Upload = { fields: new Map(), file: null, faults: [] };
  const files: Promise<void>[] = [];
  form.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (valueTruncated) upload.faults.push({ field: name, code: 'MAX_LENGTH', message: 'is too long' });
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
  await pour(request, form);
  await Promise.all(files);
  return upload;
}

function openForm(type: string, bytesMax: number) {
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

/** Writes the request body into the form, waiting whenever the form is full. */
async function pour(request: Request, form: BusboyInstance): Promise<void> {
  const finished = Promise.withResolvers<void>();
  form.on('finish', finished.resolve);
  form.on('error', (error: unknown) =>
    finished.reject(error instanceof DomainError ? error : brokenForm(error)),
  );
  form.on('close', finished.resolve);
  finished.promise.catch(() => {});
  for await (const chunk of request.body ?? []) {
    if (form.destroyed) break;
    if (!form.write(chunk))
      await Promise.race([new Promise((resume) => form.once('drain', resume)), finished.promise]);
  }
  if (!form.destroyed) form.end();
  await finished.promise;
}
