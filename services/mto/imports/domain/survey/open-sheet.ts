import { type Discipline, disciplines, type ImportParameters } from '@consulting/mto-engine';
import type { Row } from '@consulting/spreadsheet/table/cell';
import { type TableFile, TableFileError } from '@consulting/spreadsheet/table/table-file';
import { headerRowOf } from '../parameters/header-rows';
import { proposeDisciplines, usualDiscipline } from '../proposal/discipline-proposals';
import { firstRows, type HeaderRow, isOwnSheet, type SheetChoice } from '../sheet/header-row';
import { type FoundHeader, findHeader } from './find-header';

export interface OpenedSheet extends SheetChoice {
  header: HeaderRow | null;
  isKnown: boolean;
  isFoundAgain: boolean;
  likely: Discipline;
}

interface Given {
  parameters: ImportParameters;
  columnsLeft: number;
}

export async function openSheet(
  file: TableFile,
  choice: SheetChoice,
  { parameters, columnsLeft }: Given,
): Promise<OpenedSheet> {
  const [anyDiscipline] = disciplines;
  const unseen = { ...choice, header: null, isKnown: false, isFoundAgain: true, likely: anyDiscipline };
  if (isOwnSheet(choice.reason)) return unseen;
  const { name } = choice.sheet;
  const isOnlySheet = file.sheets.length === 1;
  const open = async (): Promise<[readonly Row[], FoundHeader | undefined]> => {
    const rows = await firstRows(file, choice.sheet, headerRowOf(parameters.headerRow, name) ?? 0);
    return [rows, findHeader(rows, parameters, { name, isOnlySheet })];
  };
  const [rows, found] = choice.reason === null ? await open() : await open().catch(nothingIfDamaged);
  if (found === undefined || (!found.isKnown && columnsLeft <= 0)) return unseen;
  const { columns, unnamed } = found.header;
  const isGuessed =
    choice.reason === null &&
    parameters.discipline === null &&
    columns.length + unnamed.length <= columnsLeft;
  const likely = isGuessed ? likelyDiscipline(name, found.header, rows) : anyDiscipline;
  return { ...choice, ...found, likely };
}

// A sheet that nobody asked for cannot make the import fail.
function nothingIfDamaged(error: unknown): [readonly Row[], undefined] {
  if (error instanceof TableFileError) return [[], undefined];
  throw error;
}

function likelyDiscipline(
  name: string,
  { lastRow, columns, unnamed }: HeaderRow,
  rows: readonly Row[],
): Discipline {
  const below = rows.filter(({ number }) => number > lastRow).map(({ cells }) => cells);
  const facts = {
    name,
    columns: [...columns, ...unnamed].map((column) => ({ ...column, filled: below.length, numbers: 0 })),
    rows: below,
    recognised: new Map<number, string>(),
  };
  return proposeDisciplines(facts)[0]?.discipline ?? usualDiscipline;
}
