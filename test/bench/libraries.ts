import { Readable } from 'node:stream';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { bytesSource } from '@consulting/spreadsheet/table/source';
import { zip } from '@consulting/spreadsheet/write-xlsx/zip';
import { parse } from 'csv-parse';
import { ZipFile } from 'yazl';

const rounds = 5;
const rowCount = 60_000;
const chunkBytes = 64 * 1024;
const compressionLevel = 1;

/** Processor seconds of our ZIP writer and CSV reader beside those of yazl and csv-parse, on the same bytes. */
export async function benchLibraries(): Promise<void> {
  const chunks = sheetChunks();
  await compare(
    'ZIP of a sheet',
    'yazl',
    () => zipped(chunks),
    () => zippedByYazl(chunks),
  );
  const csv = Buffer.from(Array.from({ length: rowCount }, (_, at) => csvLine(at)).join(''));
  await compare(
    'rows of a CSV file',
    'csv-parse',
    () => rowsOf(csv),
    () => rowsByCsvParse(csv),
  );
}

async function compare(
  what: string,
  peer: string,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<void> {
  const seconds: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round += 1) {
    seconds.ours.push(await processorSeconds(ours));
    seconds.theirs.push(await processorSeconds(theirs));
  }
  const [own, other] = [Math.min(...seconds.ours), Math.min(...seconds.theirs)];
  console.log(
    `${what}: ${own.toFixed(2)} s of processor, ${peer} ${other.toFixed(2)} s, ${(other / own).toFixed(1)} times`,
  );
}

async function processorSeconds(work: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const sheetChunks = (): string[] =>
  Array.from({ length: rowCount / 100 }, (_, at) =>
    Array.from({ length: 100 }, (_, row) => sheetRow(at * 100 + row + 1)).join(''),
  );

const sheetRow = (row: number) =>
  `<row r="${row}">${Array.from({ length: 20 }, (_, at) => `<c><v>${(row * 37 + at * 11) % 9973}.${at}</v></c>`).join('')}</row>`;

const csvLine = (row: number) =>
  `${Array.from({ length: 60 }, (_, at) => (at % 7 === 0 ? `"Pipe, ${row}"` : at % 3 === 0 ? '' : `${(row * 31 + at) % 99_991}.5`)).join()}\n`;

async function zipped(chunks: string[]): Promise<number> {
  let bytes = 0;
  const entries = [{ path: 'sheet1.xml', content: chunks }];
  for await (const part of zip(entries, { modifiedAt: new Date(), compressionLevel })) bytes += part.length;
  return bytes;
}

async function zippedByYazl(chunks: string[]): Promise<number> {
  const archive = new ZipFile();
  const content = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  archive.addReadStream(content, 'sheet1.xml', { compressionLevel });
  archive.end();
  let bytes = 0;
  for await (const part of Readable.from(archive.outputStream)) bytes += (part as Buffer).length;
  return bytes;
}

async function rowsOf(csv: Buffer): Promise<number> {
  const file = await openTableFile(bytesSource(csv), 'takeoff.csv', defaultTabularLimits);
  let rows = 0;
  for (const sheet of file.sheets) for await (const batch of file.rows(sheet)) rows += batch.length;
  return rows;
}

async function rowsByCsvParse(csv: Buffer): Promise<number> {
  const chunks = Array.from({ length: Math.ceil(csv.length / chunkBytes) }, (_, at) =>
    csv.subarray(at * chunkBytes, (at + 1) * chunkBytes),
  );
  let rows = 0;
  for await (const _ of Readable.from(chunks).pipe(parse({ relax_column_count: true }))) rows += 1;
  return rows;
}
