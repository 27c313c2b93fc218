import type { Row } from '@consulting/spreadsheet/table/cell';
import { quotable, textOf } from '@consulting/spreadsheet/table/cell-text';
import { requireWholeHeader } from '@consulting/spreadsheet/table/limits';
import type { SheetInfo, TableFile } from '@consulting/spreadsheet/table/table-file';
import { type Mapping, mappedKey } from '../mapping';
import { SheetTable } from './sheet-table';
import type { ReportedColumn, TableOptions, TableRow, TableShape, TableWarning } from './table';
import { type ColumnProblem, HeaderNames, missingColumns, resolveColumns } from './table-columns';

const headerRowsMax = 30;

export const explanationSheetName = 'Fields';

export class TableProblem extends Error {
  override readonly name = 'TableProblem';

  constructor(
    readonly code: ColumnProblem['code'] | 'FILE_TOO_LARGE',
    message: string,
    readonly columns: readonly ReportedColumn[] = [],
  ) {
    super(message);
  }
}

export interface TableReading {
  options: TableOptions;
  rowsMax: number;
  advice: string;
  check?: () => void;
}

export class OpenTable {
  constructor(
    readonly sheets: readonly SheetTable[],
    readonly warnings: readonly TableWarning[],
  ) {}

  get rowCount(): number {
    return this.sheets.reduce((count, sheet) => count + sheet.rowCount, 0);
  }

  columns(): ReportedColumn[] {
    return this.sheets.flatMap((sheet) => sheet.report());
  }

  async *rows(): AsyncGenerator<TableRow[]> {
    for (const sheet of this.sheets) yield* sheet.rows();
  }
}

/**
 * The header row of a sheet is, of the first 30 rows, the one with the most known headers, and the first when
 * equal.
 * @throws TableProblem, TableFileError, what `check` throws
 */
export async function openTable(
  sent: TableFile,
  shape: TableShape,
  reading: TableReading,
): Promise<OpenTable> {
  const file = shape.reshape?.(sent, reading.options.parts ?? {}) ?? sent;
  const { chosen, leftOut } = await chooseSheets(file, shape, reading.options);
  const warnings: TableWarning[] = leftOut.map(sheetLeftOut);
  let rowCount = 0;
  for (const sheet of chosen) {
    for await (const rows of sheet.survey(warnings)) {
      reading.check?.();
      rowCount += rows;
      if (rowCount > reading.rowsMax)
        throw new TableProblem(
          'FILE_TOO_LARGE',
          `The file has more than ${reading.rowsMax} rows; ${reading.advice}.`,
        );
    }
    sheet.reportColumns(warnings);
  }
  warnings.push(...unknownMappings(chosen, reading.options.mapping));
  const [empty] = rowCount === 0 ? chosen : [];
  if (empty) warnings.push({ ...noRows, sheet: empty.name, row: empty.headerRow });
  return new OpenTable(chosen, warnings);
}

const anywhere = { sheet: null, row: null, column: null, value: null };

const noRows: TableWarning = {
  ...anywhere,
  code: 'NO_DATA_ROWS',
  message: 'The file has a header row and no rows with data below it.',
};

function unknownMappings(sheets: readonly SheetTable[], mapping: Mapping): TableWarning[] {
  const known = new Set(sheets.flatMap((sheet) => sheet.mappedNames));
  return Object.keys(mapping)
    .filter((name) => !known.has(name))
    .map((name) => ({
      ...anywhere,
      value: quotable(name),
      code: 'UNKNOWN_FIELD',
      message: `The mapping names a column that the file does not have: "${quotable(name)}".`,
    }));
}

const sheetLeftOut = ({ sheet, problems }: { sheet: string; problems: ColumnProblem[] }): TableWarning => ({
  ...anywhere,
  sheet,
  code: 'SHEET_LEFT_OUT',
  message: [`The sheet "${sheet}" is left out.`, ...problems.map(({ message }) => message)].join(' '),
});

interface Found {
  table: SheetTable;
  problems: ColumnProblem[];
}

async function chooseSheets(file: TableFile, shape: TableShape, options: TableOptions) {
  const names = new HeaderNames(shape);
  const visible = file.sheets.filter(({ hidden }) => !hidden);
  const own = visible.filter(({ name }) => visible.length === 1 || name !== explanationSheetName);
  const candidates = own.length > 0 ? own : file.sheets;
  const chosen: SheetTable[] = [];
  const leftOut: { sheet: string; problems: ColumnProblem[] }[] = [];
  let first: Found | undefined;
  for (const sheet of candidates) {
    const isWanted = chosen.length === 0 || shape.sheets === 'every';
    const found = isWanted ? await findTable(file, sheet, { shape, options, names }) : undefined;
    if (found && found.problems.length === 0) chosen.push(found.table);
    else leftOut.push({ sheet: sheet.name, problems: found?.problems ?? [] });
    first ??= found;
  }
  if (chosen.length > 0) return { chosen, leftOut };
  const { table, problems = [] } = first ?? {
    table: await likelyTable(file, candidates, { shape, options, names }),
  };
  const messages = problems.map(({ message }) => message);
  throw new TableProblem(
    problems[0]?.code ?? 'NO_KNOWN_HEADER',
    messages.length > 0 ? messages.join(' ') : noHeader(candidates.length, shape.requiredColumns),
    table && (await columnsOf(table)),
  );
}

async function columnsOf(table: SheetTable): Promise<ReportedColumn[]> {
  for await (const _ of table.survey([])) break;
  return table.report();
}

const noHeader = (sheets: number, required: readonly string[]) =>
  `No header row was found${sheets > 1 ? ' on any sheet' : ''}: none of the first ${headerRowsMax} rows has a column ${required.join(', ')}.`;

interface Search {
  shape: TableShape;
  options: TableOptions;
  names: HeaderNames;
}

async function findTable(
  file: TableFile,
  sheet: SheetInfo,
  { shape, options, names }: Search,
): Promise<Found | undefined> {
  const header = await findHeader(file, sheet, names, options.mapping);
  if (!header) return undefined;
  return openSheet(file, sheet, header, { shape, options, names });
}

function openSheet(file: TableFile, sheet: SheetInfo, header: Row, search: Search): Found {
  requireWholeHeader(header, sheet.name);
  const { shape, options, names } = withFurther(search, header);
  const { columns, problems } = resolveColumns(header, sheet.name, names, options.mapping, shape.units);
  problems.push(...missingColumns(columns, shape.requiredColumns, options.defaults));
  return { table: new SheetTable(file, sheet, { header, columns, shape, options }), problems };
}

function withFurther({ shape, options, names }: Search, { cells }: Row): Search {
  if (shape.further === undefined) return { shape, options, names };
  const mapped = Object.values(options.mapping).filter((key) => key !== null);
  const { fields, headers } = shape.further([...cells.map(textOf), ...mapped]);
  const own = {
    ...shape,
    fields: { ...fields, ...shape.fields },
    headers: { ...headers, ...shape.headers },
  };
  return { shape: own, options, names: new HeaderNames(own) };
}

// Where no header is known, the row with the most texts may be the header, so that a person can map its columns.
async function likelyTable(file: TableFile, sheets: readonly SheetInfo[], search: Search) {
  for (const sheet of sheets) {
    const header = await bestRow(file, sheet, ({ cells }) => {
      const texts = cells.filter((cell) => typeof cell === 'string' && textOf(cell) !== '').length;
      return texts < 2 ? 0 : texts;
    });
    if (header) return openSheet(file, sheet, header, search).table;
  }
  return undefined;
}

const findHeader = (file: TableFile, sheet: SheetInfo, names: HeaderNames, mapping: Mapping) =>
  bestRow(
    file,
    sheet,
    ({ cells }) =>
      cells.filter((cell, index) => {
        if (typeof cell !== 'string') return false;
        const header = textOf(cell);
        const mapped = mappedKey(mapping, sheet.name, { index, header });
        return header !== '' && (mapped !== undefined || names.meaningOf(header) !== undefined);
      }).length,
  );

async function bestRow(file: TableFile, sheet: SheetInfo, score: (row: Row) => number) {
  let best: Row | undefined;
  let most = 0;
  for await (const rows of file.rows(sheet)) {
    for (const row of rows) {
      if (row.number > headerRowsMax) return best;
      const count = score(row);
      if (count <= most) continue;
      best = row;
      most = count;
    }
  }
  return best;
}
