import { jsonObject } from '@consulting/imports/mapping';
import type { FormParts } from '@consulting/imports/table/table';
import { entry, Field, INVALID, text, type Values } from '@consulting/kernel/schema';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import type { SheetInfo, TableFile } from '@consulting/spreadsheet/table/table-file';

const key = () => text(60);

const matrixParts = {
  down: key().required(),
  across: key().required(),
  target: key().required(),
  driver: key(),
  discipline: key(),
  unitOfMeasure: key(),
};

const parts = entry(matrixParts, { name: 'PriceMatrix' });
const { kind: json } = jsonObject();

export const matrixField = new Field<Values<typeof matrixParts> | null>({
  schema: json.schema,
  read(value, at, reading) {
    const given = json.read(value, at, reading);
    return given === INVALID || given === null ? given : parts.kind.read(given, at, reading);
  },
}).describe(
  'Reads a table of sizes: {"down":"nominalPipeSize","across":"pipeSchedule","target":"hoursPipeErection","driver":"fieldDiaInch"}. The first column and the header row are conditions, cells are values.',
);

type Matrix = Values<typeof matrixParts>;

export const reshaped = (file: TableFile, { matrix }: FormParts): TableFile =>
  matrix ? new MatrixFile(file, matrix as Matrix) : file;

// A table of sizes as a table with one row for each of its cells, which has the number of the row that it is in.
class MatrixFile implements TableFile {
  readonly isDelimited: boolean;

  constructor(
    private readonly file: TableFile,
    private readonly matrix: Matrix,
  ) {
    this.isDelimited = file.isDelimited;
  }

  get sheets(): SheetInfo[] {
    return this.file.sheets;
  }

  shareRead(sheet: SheetInfo): number {
    return this.file.shareRead(sheet);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  async *rows(sheet: SheetInfo): AsyncGenerator<Row[]> {
    const { down, across, ...constant } = this.matrix;
    let header: Row | undefined;
    for await (const batch of this.file.rows(sheet)) {
      const rows: Row[] = [];
      for (const row of batch) {
        if (header !== undefined) rows.push(...this.#cellsOf(row, header));
        else if (row.cells.filter(isFilled).length > 1) {
          header = row;
          const keys = ['rowCode', ...Object.keys(constant), down, across, 'value'];
          rows.push({ number: row.number, cells: keys });
        }
      }
      yield rows;
    }
  }

  #cellsOf({ number, cells }: Row, header: Row): Row[] {
    const { down: _down, across: _across, ...constant } = this.matrix;
    const [first = null, ...values] = cells;
    if (!isFilled(first)) return [];
    return values.flatMap((value, at) => {
      const other = header.cells[at + 1] ?? null;
      if (!isFilled(value) || !isFilled(other)) return [];
      const rowCode = [constant.target, textOf(first), textOf(other)].join(' ');
      return [{ number, cells: [rowCode, ...Object.values(constant), first, other, value] }];
    });
  }
}

const isFilled = (cell: CellValue) => cell !== null && textOf(cell) !== '';
