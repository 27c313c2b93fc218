import type { TabularLimits } from '../table/limits';
import type { ByteSource } from '../table/source';
import { TableFileError } from '../table/table-file';
import { readRelationships, readSmallPart } from './relationships';
import { Archive } from './zip';

/** The subject among the properties of a workbook (ISO/IEC 29500-2, core properties); null in a file without one. */
export async function readSubject(source: ByteSource, limits: TabularLimits): Promise<string | null> {
  let archive: Archive | undefined;
  try {
    archive = await Archive.open(source, limits);
    const relationships = await readRelationships(archive, '', limits);
    const part = relationships.find(({ type }) => type === 'core-properties')?.part;
    if (part === undefined) return null;
    const chunks = await Array.fromAsync(readSmallPart(archive, part, limits), (chunk) => Buffer.from(chunk));
    return /<(?:\w+:)?subject>([^<]*)</.exec(Buffer.concat(chunks).toString())?.[1] ?? null;
  } catch (error) {
    if (error instanceof TableFileError) return null;
    throw error;
  } finally {
    archive?.close();
  }
}
