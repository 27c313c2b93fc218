import { COLUMNS_MAX, columnLetters } from '../cell';
import { type CellOutput, UnwritableCell } from '../write-output';
import { cellWriter, totalWriter } from './cell';
import { headerRowNumber, headerRows } from './header-rows';
import { type SheetPart, worksheetHead, worksheetTail } from './sheet-frame';

const pieceCharacters = 32 * 1024;

/**
 * The XML of a worksheet in pieces of about 32 Ki characters, while rows are taken from `source` until it or the
 * worksheet is full. RangeError for more than 16,384 columns, UnwritableCell for a value that does not fit.
 */
export async function* worksheetXml(part: SheetPart): AsyncGenerator<string, void> {
  const { sheet, source } = part;
  if (sheet.columns.length > COLUMNS_MAX)
    throw new RangeError(`Sheet "${part.name}": ${sheet.columns.length} columns, Excel has ${COLUMNS_MAX}`);
  const writeRow = rowWriter(part);
  yield worksheetHead(part) + headerRows(sheet);
  let row = headerRowNumber(sheet);
  const rowsMax = part.sheetRowsMax - (sheet.totals ? 1 : 0);
  while (row < rowsMax && (await source.hasMore())) {
    let xml = '';
    for (const values of source.take(rowsMax - row)) {
      row++;
      xml += writeRow(values, row);
      if (xml.length < pieceCharacters) continue;
      yield xml;
      xml = '';
    }
    yield xml;
  }
  if (sheet.totals && !(await source.hasMore())) yield rowWriter(part, totalWriter)(sheet.totals, row + 1);
  yield worksheetTail(part, row);
}

type RowWriter = (values: readonly CellOutput[], row: number) => string;

function rowWriter({ name, sheet: { columns } }: SheetPart, writerOf = cellWriter): RowWriter {
  const starts = columns.map((_, index) => `<c r="${columnLetters(index)}`);
  const writers = columns.map(({ format }) => writerOf(format));
  const unwritable = (row: number, index: number, cause: unknown) =>
    cause instanceof RangeError
      ? new UnwritableCell(cause.message, name, row, columns[index]?.header)
      : cause;
  return (values, row) => {
    if (values.length > columns.length)
      throw new UnwritableCell(`${values.length} values for ${columns.length} columns`, name, row);
    const start = `${row}"`;
    let xml = `<row r="${start}>`;
    let index = 0;
    try {
      for (; index < values.length; index++) {
        const value = values[index];
        if (value === null || value === undefined) continue;
        xml += starts[index] + start + writers[index]?.(value);
      }
    } catch (cause) {
      throw unwritable(row, index, cause);
    }
    return `${xml}</row>`;
  };
}
