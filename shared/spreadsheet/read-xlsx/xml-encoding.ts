import { unreadable } from '../table/table-file';

const LESS = 0x3c;
const HEAD_BYTES = 1024;
const declaredEncoding = /\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]{0,39})["']/;

export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  let decoder: TextDecoder | null = null;
  for await (const chunk of chunks) {
    if (head === null) yield decoder ? recode(decoder, chunk) : chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      decoder = decoderOf(head);
      yield decoder ? recode(decoder, head) : withoutMark(head);
      head = null;
    }
  }
  if (head) {
    decoder = decoderOf(head);
    yield decoder ? recode(decoder, head) : withoutMark(head);
  }
  if (decoder) yield recode(decoder);
}

function decoderOf(head: Uint8Array): TextDecoder | null {
  const utf16 = utf16Of(head);
  if (utf16) return new TextDecoder(utf16, { fatal: true });
  const label = hasMark(head) ? null : declaredBy(head);
  if (label === null) return null;
  try {
    const decoder = new TextDecoder(label as Bun.Encoding, { fatal: true });
    // One that declares UTF-16 in single bytes was written through a buffer of text, and is UTF-8.
    return decoder.encoding.startsWith('utf-') ? null : decoder;
  } catch (error) {
    throw unreadable(
      `A part of the workbook is written in "${label}", an encoding that is not known.`,
      error,
    );
  }
}

function declaredBy(head: Uint8Array): string | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD_BYTES)).toString(
    'latin1',
  );
  const end = text.indexOf('?>');
  if (!text.startsWith('<?xml') || end < 0) return null;
  return declaredEncoding.exec(text.slice(0, end))?.[1] ?? null;
}

function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === LESS && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === LESS)) return 'utf-16be';
  return null;
}

const hasMark = (head: Uint8Array): boolean => head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;

const withoutMark = (head: Uint8Array): Uint8Array => (hasMark(head) ? head.subarray(3) : head);

export function recode(decoder: TextDecoder, chunk?: Uint8Array): Uint8Array {
  try {
    return Buffer.from(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode(), 'utf8');
  } catch (error) {
    throw unreadable(`The file is damaged: a text is not valid ${decoder.encoding.toUpperCase()}.`, error);
  }
}
