import { decimal, round, sum } from '@consulting/kernel/schema';
import {
  commonFields,
  type Discipline,
  disciplineLabels,
  disciplines,
  fieldsNamed,
  fieldsOf,
  findField,
} from '@consulting/mto-engine';
import {
  type ExportSums,
  type LineFilter,
  type LineSnapshot,
  priceRowsField,
  type SortKey,
  totalKeys,
} from '@consulting/mto-lines';
import type { CellOutput, ColumnOutput, SheetOutput } from '@consulting/spreadsheet/output/write-output';
import { chooseColumns, columnsOf, fieldsOfAll, formatOf, inColumns, inOneBatch } from './columns';

const takeoffSheet = 'Takeoff';

export interface ExportChoice {
  columns: readonly string[] | null;
  omitEmpty: boolean;
  // None for that of the takeoff.
  sort: readonly SortKey[];
}

export async function takeoffTable(
  lines: LineSnapshot,
  filter: LineFilter,
  { columns: chosen, omitEmpty, sort }: ExportChoice,
) {
  const counts = await lines.countByDiscipline(filter);
  const disciplinesUsed = usedDisciplines(counts);
  const isSurveyed = disciplinesUsed.length > 0 && (omitEmpty || chosen === null);
  const used = isSurveyed ? await lines.usedKeys(filter) : null;
  const fields = chosen
    ? chosen.flatMap((key) => fieldFor(key, disciplinesUsed) ?? [])
    : fieldsOfAll(disciplinesUsed, used ?? new Set());
  const columns = chooseColumns(fields, { chosen, used: omitEmpty ? used : null });
  return {
    columns,
    outputs: columnsOf(columns, disciplinesUsed),
    rows: inColumns(columns, lines.read(filter, columns.fields, used, sort)),
    rowCount: counts.values().reduce((sum, count) => sum + count, 0),
  };
}

export async function* singleSheet(
  lines: LineSnapshot,
  filter: LineFilter,
  choice: ExportChoice,
): AsyncGenerator<SheetOutput> {
  const { outputs, rows, rowCount } = await takeoffTable(lines, filter, choice);
  yield { name: takeoffSheet, columns: outputs, rows, rowCount };
}

export async function* sheetPerDiscipline(
  lines: LineSnapshot,
  filter: LineFilter,
  choice: ExportChoice,
  currency: string | null,
): AsyncGenerator<SheetOutput> {
  const counts = await lines.countByDiscipline(filter);
  const used = usedDisciplines(counts);
  if (used.length > 0) yield summarySheet(await lines.sum(filter), currency);
  if (used.length === 0 && filter.discipline === null) yield* singleSheet(lines, filter, choice);
  for (const discipline of used.length === 0 ? wanted(filter) : used) {
    const ofSheet = { ...filter, discipline };
    const filled = counts.has(discipline) ? await lines.usedKeys(ofSheet) : null;
    const ofPrices = choice.columns?.includes(priceRowsField.key) ? [priceRowsField] : [];
    const columns = chooseColumns([...fieldsOf(discipline), ...ofPrices], {
      chosen: choice.columns,
      used: choice.omitEmpty ? filled : null,
    });
    if (columns.keys.length > 0)
      yield {
        name: disciplineLabels[discipline],
        columns: columnsOf(columns, [discipline]),
        rows: inColumns(columns, lines.read(ofSheet, columns.fields, filled, choice.sort)),
        rowCount: counts.get(discipline) ?? 0,
      };
  }
}

const fieldFor = (key: string, used: readonly Discipline[]) =>
  (key === priceRowsField.key ? priceRowsField : undefined) ??
  used.map((discipline) => findField(discipline, key)).find((field) => field !== undefined) ??
  fieldsNamed(key)[0];

const usedDisciplines = (counts: ReadonlyMap<Discipline, number>) =>
  disciplines.filter((discipline) => counts.has(discipline));

const wanted = ({ discipline }: LineFilter): Discipline[] => (discipline === null ? [] : [discipline]);

const summarySheetName = 'Summary';

const labelCharacters = 26;
const percentPlaces = 2;

const totalFields = totalKeys.map((key) => {
  const field = commonFields.find((one) => one.key === key);
  if (!field) throw new RangeError(`${key} is not a common field`);
  return field;
});

function columnsIn(currency: string | null): ColumnOutput[] {
  const figures = totalFields.map((field): ColumnOutput => {
    const isMoney = field.unit === 'currency' && currency !== null;
    const header = isMoney ? `${field.label} (${currency})` : field.label;
    return { header, format: field.unit === 'currency' ? formatOf(field) : 'rate' };
  });
  return [
    { header: 'Discipline', format: 'text', widthCharacters: labelCharacters },
    { header: 'Lines', format: 'integer' },
    ...figures,
    { header: '% of Total', format: 'percent' },
  ];
}

/**
 * The sums are exact, of lines that are neither void nor excluded (resources.md 15.5); percentages of the
 * total cost have 2 decimals.
 */
function summarySheet(sums: readonly ExportSums[], currency: string | null): SheetOutput {
  const grandTotal = sum(sums.map(({ totalCost }) => totalCost));
  const percentOf = (totalCost: string): string | null =>
    grandTotal.eq(0) ? null : round(decimal(totalCost).times(100).div(grandTotal), percentPlaces).toFixed();
  const ordered = disciplines.flatMap((discipline) => sums.filter((one) => one.discipline === discipline));
  const rows = ordered.map((one): CellOutput[] => [
    disciplineLabels[one.discipline],
    one.itemCount,
    ...totalKeys.map((key) => one[key]),
    percentOf(one.totalCost),
  ]);
  const totals: CellOutput[] = [
    'Total',
    sums.reduce((count, { itemCount }) => count + itemCount, 0),
    ...totalKeys.map((key) => sum(sums.map((one) => one[key])).toFixed()),
    percentOf(grandTotal.toFixed()),
  ];
  return {
    name: summarySheetName,
    columns: columnsIn(currency),
    rows: inOneBatch(rows),
    rowCount: rows.length,
    totals,
  };
}
