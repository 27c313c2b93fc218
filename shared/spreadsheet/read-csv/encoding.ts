import { isUtf8 } from 'node:buffer';
import { recode } from '../read-xlsx/xml-encoding';
import { type ByteSource, readChunks, readExactly } from '../table/source';
import { unreadable } from '../table/table-file';

export const PIECE_BYTES = 128 * 1024;
const SAMPLE_BYTES = 64 * 1024;
const UTF16_ZEROS = 0.4;
const UTF16_ZEROS_OTHER = 0.05;
const BINARY_ZEROS = 0.01;

type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface CsvText {
  encoding: CsvEncoding;
  markBytes: number;
}

/**
 * The byte order mark decides, then the zero bytes of UTF-16; else the text is UTF-8 when the whole file is valid, and
 * Windows-1252 otherwise.
 * @throws TableFileError for a binary file
 */
export async function detectCsvText(source: ByteSource): Promise<CsvText> {
  const sample = await readExactly(source, 0, Math.min(SAMPLE_BYTES, source.size));
  const [first, second, third] = sample;
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', markBytes: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', markBytes: 2 };
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  const utf16 = isMarked ? null : unmarkedUtf16(sample);
  if (utf16) return { encoding: utf16, markBytes: 0 };
  refuseBinary(sample);
  if (isMarked) return { encoding: 'utf-8', markBytes: 3 };
  return { encoding: (await isWhollyUtf8(source)) ? 'utf-8' : 'windows-1252', markBytes: 0 };
}

export async function* csvBytes(
  source: ByteSource,
  { encoding, markBytes }: CsvText,
): AsyncGenerator<Uint8Array> {
  const chunks = readChunks(source, markBytes, source.size, PIECE_BYTES);
  if (encoding === 'utf-8') yield* chunks;
  else {
    const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    for await (const chunk of chunks) yield recode(decoder, chunk);
    yield recode(decoder);
  }
}

function unmarkedUtf16(sample: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0];
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
  }
  const pairs = sample.length / 2;
  const [even = 0, odd = 0] = zeros;
  if (odd > pairs * UTF16_ZEROS && even < pairs * UTF16_ZEROS_OTHER) return 'utf-16le';
  return even > pairs * UTF16_ZEROS && odd < pairs * UTF16_ZEROS_OTHER ? 'utf-16be' : null;
}

/**
 * A zero byte in a data row is a fault of that row; only in the first line, or in great number, does it mean that the
 * file is no text.
 */
function refuseBinary(sample: Uint8Array): void {
  const first = sample.indexOf(0);
  if (first < 0) return;
  let zeros = 0;
  for (const byte of sample) if (byte === 0) zeros++;
  const lineEnd = sample.findIndex((byte) => byte === 0x0a || byte === 0x0d);
  if (lineEnd < 0 || first < lineEnd || zeros > sample.length * BINARY_ZEROS) {
    throw unreadable('The file is not a text file, although its name says so.');
  }
}

async function isWhollyUtf8(source: ByteSource): Promise<boolean> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of readChunks(source, 0, source.size, PIECE_BYTES)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const complete = completeLength(bytes);
    if (!isUtf8(bytes.subarray(0, complete))) return false;
    rest = bytes.slice(complete);
  }
  return rest.length === 0;
}

function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}
