import type { ServiceUnderTest } from '../system';
import type { CorpusCell } from './sheet';

export type Stored = Record<string, unknown>;

/** Rows with records of their own, how they are imported, and what is then to be stored. */
export interface ImportExample {
  rows: CorpusCell[][];
  wanted: Stored[];
  /** Imports the file and gives the records that came of it, in the order of the rows. */
  importFile(file: File): Promise<Stored[]>;
}

/** Imports a file whose two rows must be stored. */
export async function storedAll(
  request: ServiceUnderTest['request'],
  path: string,
  file: File,
): Promise<void> {
  const form = new FormData();
  form.append('file', file, file.name);
  const { body } = await request('POST', path, { form });
  if (body.imported !== 2) throw new Error(JSON.stringify(body));
}
