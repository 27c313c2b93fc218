import { DomainError } from '../errors';

const depthMax = 64;

const tooLarge = (bytesMax: number) =>
  new DomainError('BODY_TOO_LARGE', `The body is larger than ${bytesMax} bytes.`, { bytesMax });

/**
 * The JSON body of a request.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE (while reading, so a false length does not help), INVALID_JSON
 * (also of what is nested deeper than 64 levels)
 */
export async function readJson(request: Request, bytesMax: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
  }
  const bytes = await readBytes(request, bytesMax);
  requireShallow(bytes);
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

const quote = 0x22;
const backslash = 0x5c;
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;

/** Refuses what is nested so deeply that reading it could exhaust the stack. @throws INVALID_JSON */
function requireShallow(bytes: Uint8Array): void {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    if (depth > depthMax)
      throw new DomainError('INVALID_JSON', `The body is nested deeper than ${depthMax} levels.`);
  }
}
