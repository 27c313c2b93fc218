import type { CsvText } from '../read-csv/encoding';

const unknown = 0x3f;

export async function* textBytes(
  chunks: AsyncIterable<Uint8Array>,
  encoding: CsvText['encoding'],
): AsyncGenerator<Uint8Array, void> {
  if (encoding === 'utf-8') return yield* chunks;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encode = encoding === 'windows-1252' ? windows1252() : utf16(encoding);
  for await (const chunk of chunks) yield encode(decoder.decode(chunk, { stream: true }));
  yield encode(decoder.decode());
}

const utf16 = (encoding: string) => (text: string) => {
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
};

function windows1252(): (text: string) => Uint8Array {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const characters = new TextDecoder('windows-1252').decode(all);
  const byteOf = new Map([...characters].map((character, byte) => [character, byte]));
  return (text) => Uint8Array.from([...text], (character) => byteOf.get(character) ?? unknown);
}
