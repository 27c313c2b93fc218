import type { CellOutput, ColumnOutput } from './output/write-output';
import { guardedText, quotedText } from './table/csv-text';

const byteOrderMark = '\ufeff';
const chunkCharacters = 64 * 1024;
const threeDecimals = /^-?[1-9]\d{0,2}\.\d{3}$/;

const numeric = ['number', 'integer', 'money', 'rate', 'percent'];

function cellText(cell: CellOutput, { format }: ColumnOutput, isQuoted: boolean): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  if (typeof cell === 'string' && !numeric.includes(format)) return quotedText(guardedText(cell), isQuoted);
  return String(cell).replace(threeDecimals, '$&0');
}

function lineOf(cells: readonly CellOutput[], columns: readonly ColumnOutput[]): string {
  const text = (isQuoted: boolean) =>
    columns.map((column, at) => cellText(cells[at], column, isQuoted)).join();
  const line = text(false);
  // A program that splits at semicolons sees one cell, in which a text could go on with what the number begins.
  return line.startsWith('-') ? text(true) : line;
}

/**
 * The file follows RFC 4180, in UTF-8 with a byte order mark because Excel recognizes UTF-8 only by it. Text that a
 * program would take for a formula is escaped (see `guardedText`).
 */
export const writeCsv = (
  columns: readonly ColumnOutput[],
  rows: AsyncIterable<readonly (readonly CellOutput[])[]>,
): ReadableStream<Uint8Array> => textStream(csvChunks(columns, rows));

export function textStream(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return streamOf(chunks, (text) => encoder.encode(text));
}

export const byteStream = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  streamOf(chunks, (bytes) => bytes);

function streamOf<T>(
  chunks: AsyncGenerator<T>,
  bytesOf: (chunk: T) => Uint8Array,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(bytesOf(value));
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

export async function* csvChunks(
  columns: readonly ColumnOutput[],
  rows: AsyncIterable<readonly (readonly CellOutput[])[]>,
): AsyncGenerator<string> {
  let text = `${byteOrderMark}${columns.map(({ header }) => quotedText(guardedText(header))).join()}\r\n`;
  for await (const batch of rows) {
    for (const cells of batch) text += `${lineOf(cells, columns)}\r\n`;
    if (text.length < chunkCharacters) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
