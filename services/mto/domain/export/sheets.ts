import { decimal, round, sum } from '@consulting/kernel/money';
import type { CellOutput, ColumnOutput, SheetOutput } from '@consulting/spreadsheet/write-output';
import { type Discipline, disciplineLabels, disciplines } from '../../fields/discipline';
import { commonFields, fieldsOf } from '../../fields/registry';
import type { ExportSums, LineSnapshot } from '../../store/line-snapshot';
import { totalKeys } from '../../store/summary';
import type { LineFilter } from '../../store/takeoff-line';
import { columnsOf, fieldsOfAll, formatOf, inOneBatch } from './columns';

const takeoffSheet = 'Takeoff';

export async function* singleSheet(lines: LineSnapshot, filter: LineFilter): AsyncGenerator<SheetOutput> {
  const counts = await lines.countByDiscipline(filter);
  const used = usedDisciplines(counts);
  const fields = fieldsOfAll(used, used.length > 0 ? await lines.usedOwnKeys(filter) : new Set());
  yield {
    name: takeoffSheet,
    columns: columnsOf(fields, used),
    rows: lines.read(filter, fields),
    rowCount: counts.values().reduce((sum, count) => sum + count, 0),
  };
}

export async function* sheetPerDiscipline(
  lines: LineSnapshot,
  filter: LineFilter,
  currency: string | null,
): AsyncGenerator<SheetOutput> {
  const counts = await lines.countByDiscipline(filter);
  const used = usedDisciplines(counts);
  if (used.length > 0) yield summarySheet(await lines.sum(filter), currency);
  if (used.length === 0 && filter.discipline === null) yield* singleSheet(lines, filter);
  for (const discipline of used.length === 0 ? wanted(filter) : used) {
    const fields = fieldsOf(discipline);
    yield {
      name: disciplineLabels[discipline],
      columns: columnsOf(fields, [discipline]),
      rows: lines.read({ ...filter, discipline }, fields),
      rowCount: counts.get(discipline) ?? 0,
    };
  }
}

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
 * Totals by discipline, as the takeoff summary has them: exact sums of the lines that are neither void nor excluded
 * (resources.md 15.5), with the percentage of the total cost in 2 decimals.
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
