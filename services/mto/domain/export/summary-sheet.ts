import { decimal, round, sum } from '@consulting/kernel/money';
import type { CellOutput, ColumnOutput, SheetOutput } from '@consulting/spreadsheet/write-output';
import { disciplineLabels, disciplines } from '../../fields/discipline';
import { commonFields } from '../../fields/registry';
import type { ExportSums } from '../../store/export-sums';
import { totalKeys } from '../../store/summed-keys';
import { formatOf } from './columns';

const summarySheetName = 'Summary';

const labelCharacters = 26;
const percentPlaces = 2;

const totalFields = totalKeys.map((key) => {
  const field = commonFields.find((one) => one.key === key);
  if (!field) throw new RangeError(`${key} is no common field`);
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
export function summarySheet(sums: readonly ExportSums[], currency: string | null): SheetOutput {
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

async function* inOneBatch<T>(rows: T): AsyncGenerator<T> {
  yield rows;
}
