import { posix } from 'node:path';
import type { TabularLimits } from '../table/limits';
import { tooLarge } from '../table/table-file';
import { eachElement } from './xml-elements';
import { asUtf8 } from './xml-encoding';
import { type Archive, decodePercents } from './zip';

export interface Relationship {
  id: string;
  type: string;
  part: string;
}

export const relationshipsOf = (part: string): string =>
  posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);

export async function readRelationships(
  archive: Archive,
  part: string,
  limits: TabularLimits,
): Promise<Relationship[]> {
  const folder = posix.dirname(part);
  const own = relationshipsOf(part);
  const found: Relationship[] = [];
  if (!archive.has(own)) return found;
  await eachElement(readSmallPart(archive, own, limits), ({ name, attribute }) => {
    if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
    const type = attribute('Type') ?? '';
    const target = attribute('Target') ?? '';
    if (found.length === limits.entriesMax) throw tooLarge('The workbook has too many relationships.');
    found.push({
      id: attribute('Id') ?? '',
      type: type.slice(type.lastIndexOf('/') + 1),
      part: resolve(folder, target),
    });
  });
  return found;
}

export function readSmallPart(
  archive: Archive,
  part: string,
  limits: TabularLimits,
): AsyncGenerator<Uint8Array> {
  if (archive.sizeOf(part) > limits.partBytesMax)
    throw tooLarge(`The part "${part}" of the workbook is too large.`);
  return asUtf8(archive.read(part));
}

function resolve(folder: string, target: string): string {
  const path = decodePercents(target.replaceAll('\\', '/'));
  return posix.join('/', path.startsWith('/') ? '' : folder, path).slice(1);
}
