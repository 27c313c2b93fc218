import { Archive } from '../read-xlsx/zip';
import { defaultTabularLimits } from '../table/limits';
import { type ByteSource, bytesSource } from '../table/source';
import type { RowFilling } from './filling';
import { openFillable } from './open-fillable';

export interface Filled {
  sheet?: number;
  rows: RowFilling[];
  name?: string;
}

export async function fillIn(
  file: Uint8Array | ByteSource,
  { sheet = 0, rows, name = 'book.xlsx' }: Filled,
  newColumns?: { first: number; count: number },
): Promise<Buffer> {
  const source = file instanceof Uint8Array ? bytesSource(file) : file;
  const opened = await openFillable(source, name, { limits: defaultTabularLimits, decimalSeparator: null });
  async function* inBatches() {
    for (const row of rows) yield [row];
  }
  const columns = newColumns ?? { first: 0, count: 0 };
  const chunks: Buffer[] = [];
  for await (const chunk of opened.filled([{ sheet, newColumns: columns, rows: inBatches() }]))
    chunks.push(Buffer.from(chunk));
  await opened.close();
  return Buffer.concat(chunks);
}

export async function lastColumnOf(file: Uint8Array, rows: number[], name = 'book.xlsx'): Promise<number> {
  const options = { limits: defaultTabularLimits, decimalSeparator: null };
  const opened = await openFillable(bytesSource(file), name, options);
  const last = await opened.lastColumnOf({ sheet: 0, rows, atLeast: -1 });
  await opened.close();
  return last;
}

export async function readPart(bytes: Uint8Array, name: string): Promise<Buffer> {
  const archive = await Archive.open(bytesSource(bytes), defaultTabularLimits);
  const chunks: Buffer[] = [];
  for await (const chunk of archive.read(name)) chunks.push(Buffer.from(chunk));
  archive.close();
  return Buffer.concat(chunks);
}

export const number = (column: number, value: string) => ({ column, value, isNumber: true });

export const text = (column: number, value: string) => ({ column, value, isNumber: false });
