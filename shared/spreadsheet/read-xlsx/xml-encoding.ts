import { unreadable } from '../table-file';

const LESS = 0x3c;

/** XML bytes as UTF-8 without byte order mark; UTF-16, which Office Open XML also allows, is converted. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | null = null;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) {
      if (chunk.length === 0) continue;
      isFirst = false;
      const encoding = utf16Of(chunk);
      if (encoding) decoder = new TextDecoder(encoding, { fatal: true });
      yield decoder ? recode(decoder, chunk) : withoutMark(chunk);
    } else yield decoder ? recode(decoder, chunk) : chunk;
  }
  if (decoder) yield recode(decoder);
}

function utf16Of(chunk: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = chunk;
  if ((first === 0xff && second === 0xfe) || (first === LESS && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === LESS)) return 'utf-16be';
  return null;
}

function withoutMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}

export function recode(decoder: TextDecoder, chunk?: Uint8Array): Uint8Array {
  try {
    return Buffer.from(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode(), 'utf8');
  } catch (error) {
    throw unreadable(`The file is damaged: a text is not valid ${decoder.encoding.toUpperCase()}.`, error);
  }
}
