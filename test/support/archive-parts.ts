import { Archive } from '@consulting/spreadsheet/read-xlsx/zip';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { bytesSource } from '@consulting/spreadsheet/table/source';

/** The parts of an archive but for some, in their order, each with its bytes as they lie in the file. */
export async function otherParts(bytes: Uint8Array, but: readonly string[]): Promise<[string, string][]> {
  const archive = await Archive.open(bytesSource(bytes), defaultTabularLimits);
  const parts: [string, string][] = [];
  for (const entry of archive.inOrder()) {
    if (but.includes(entry.fileName)) continue;
    const packed = Buffer.concat(await Array.fromAsync(archive.packed(entry)));
    parts.push([entry.fileName, packed.toString('base64')]);
  }
  archive.close();
  return parts;
}
