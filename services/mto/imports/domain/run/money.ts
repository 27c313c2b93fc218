import { decimal } from '@consulting/kernel/schema';
import { ExactSum, isMoney, type MoneyBasis, type ReconciledMoney } from '@consulting/mto-engine';
import { valuesOfColumns } from '../proposal/column-values';
import { conceptsOf } from '../proposal/header-likeness';
import { moneyWords, provedFrom } from '../proposal/place';
import { findProducts } from '../proposal/relations';
import { headerText } from '../proposal/words/header-text';
import { timesOf } from '../sheet/money-scale';
import type { NumberColumn, ReconciledSheet } from './reconciled-sheet';

const centPlaces = 2;
const cent = 0.01 + 1e-9;
const halfMillionth = 0.5e-6;

interface SheetMoney {
  basis: MoneyBasis;
  inFile: ExactSum;
  stored: ExactSum;
  failed: ExactSum;
  // What may be lost of figures with six decimals of a lakh or a million.
  rounding: number;
}

// What the file says it comes to, next to what its lines come to (extensions.md 3).
export function reconciledMoney(sheets: readonly ReconciledSheet[]): ReconciledMoney {
  const found = sheets.flatMap((sheet) => moneyOf(sheet) ?? []);
  const inFile = new ExactSum().plus(...found.map((one) => one.inFile));
  const isEmpty = found.length === 0;
  const stored = new ExactSum().plus(
    ...(isEmpty ? sheets.map(({ totalCost }) => totalCost) : found.map((one) => one.stored)),
  );
  const failed = new ExactSum().plus(...found.map((one) => one.failed));
  const rounding = found.reduce((sum, one) => sum + one.rounding, 0);
  const difference = inFile.minus(stored, failed);
  return {
    basis: basisOf(found),
    inFile: isEmpty ? null : inFile.text(centPlaces),
    stored: stored.text(centPlaces),
    failedRows: failed.text(centPlaces),
    difference: isEmpty ? null : difference.text(centPlaces),
    agrees: isEmpty || inFile.minus(stored).size <= cent + rounding,
  };
}

function basisOf(found: readonly SheetMoney[]): MoneyBasis | null {
  const bases = new Set(found.map(({ basis }) => basis));
  if (bases.has('total-column')) return 'total-column';
  return bases.has('product') ? 'product' : bases.has('grand-total') ? 'grand-total' : null;
}

function moneyOf(sheet: ReconciledSheet): SheetMoney | null {
  const total = sheet.columns.find(({ field }) => field?.key === 'totalCost');
  const products = productsOf(sheet, total);
  const [product] = products;
  const columns = product === undefined || (total !== undefined && products.length > 1) ? [] : products;
  const amounts = columns.length > 0 ? columns : total === undefined ? [] : [total];
  const [first] = amounts;
  if (first === undefined) return null;
  const isConverted = isForeign(first);
  if (!isConverted && sheet.columns.some(isForeign)) return null;
  const times = isConverted ? 1 : timesOf(first.header);
  const stored = isConverted ? first.stored : sheet.totalCost;
  const failed = multiplied(new ExactSum().plus(...amounts.map((one) => one.failed)), times);
  const grand = amounts.length === 1 ? grandTotal(first) : null;
  const inFile = multiplied(grand ?? new ExactSum().plus(...amounts.map((one) => one.inFile)), times);
  const basis = grand !== null ? 'grand-total' : columns.length > 0 ? 'product' : 'total-column';
  const rounding = times === 1 ? 0 : sheet.survey.rowCount * halfMillionth * times;
  return { basis, inFile, stored, failed, rounding };
}

const isForeign = ({ rate, header }: NumberColumn): boolean =>
  rate !== null && Number(rate) !== timesOf(header);

function multiplied(sum: ExactSum, times: number): ExactSum {
  if (times === 1) return sum;
  const product = new ExactSum();
  product.addCell(decimal(sum.text()).times(times).toFixed());
  return product;
}

// The totals below the last row of data: one of everything, or else one that is none of a section.
function grandTotal({ inFile, starts, trailing }: NumberColumn): ExactSum | null {
  const isSum = (sum: ExactSum) => (given: ExactSum) => given.minus(sum).size <= cent;
  const ofAll = trailing.find(isSum(inFile));
  if (ofAll !== undefined) return ofAll;
  const sections = starts.map((start) => inFile.minus(start));
  const others = trailing.filter((given) => !sections.some((sum) => isSum(sum)(given)));
  const isOnly = trailing.length === 1 && starts.length > trailing.length;
  return isOnly ? null : (others.at(-1) ?? null);
}

function productsOf({ survey, columns }: ReconciledSheet, total: NumberColumn | undefined): NumberColumn[] {
  const { rows } = survey.figures;
  const values = valuesOfColumns(rows, columns);
  const at = new Map(columns.map((column) => [column.index, column]));
  const proved = findProducts(values).filter((one) => one.rows >= provedFrom);
  const found = proved.flatMap(({ factors, product }) => {
    const column = at.get(product);
    const parts = factors.map((index) => at.get(index)).filter((part) => part !== undefined);
    if (column === undefined || !mayBeTotal(column)) return [];
    return column === total || parts.some((part) => part === total) || [column, ...parts].some(isOfMoney)
      ? [column]
      : [];
  });
  const own = found.filter((column) => column === total);
  return [...new Set(own.length > 0 ? own : found)];
}

const mayBeTotal = ({ field, textKey }: NumberColumn): boolean =>
  textKey === null && (field === null || field.key === 'totalCost');

function isOfMoney({ field, header }: NumberColumn): boolean {
  if (field !== null) return isMoney(field);
  if (headerText(header).isMoney) return true;
  return conceptsOf(header).some(({ concept }) => moneyWords.includes(concept));
}
