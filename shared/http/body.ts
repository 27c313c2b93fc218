import { DomainError } from '../errors';

const tooLarge = (bytesMax: number) =>
  new DomainError('BODY_TOO_LARGE', `The body is larger than ${bytesMax} bytes.`, { bytesMax });

/**
 * The JSON body of a request.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE (while reading, so a false length does not help), INVALID_JSON
 */
export async function readJson(request: Request, bytesMax: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
  }
  const bytes = await readBytes(request, bytesMax);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new DomainError('INVALID_JSON', 'The body is not valid JSON.', {}, { cause: error });
  }
}

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw tooLarge(bytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
