import { decimal, sum } from '@consulting/kernel/schema';
import type { BuildUp } from '@consulting/mto-lines';
import type { Titles } from './language/language';
import type { BuildUpStep, Figures, SheetRow } from './model/report';

type Items = NonNullable<BuildUp['sheet']>;

const without = {
  code: null,
  kind: null,
  quantity: null,
  unit: null,
  unitPrice: null,
  percent: null,
  lines: null,
  sums: null,
  isGrandTotal: false,
};

// The items of the version as they are, what no direct item takes, and what the version adds up to its grand total.
export function sheetRowsOf(
  items: Items,
  totals: Figures,
  buildUp: readonly BuildUpStep[],
  titles: Titles,
): SheetRow[] {
  if (items.length === 0) return [];
  const own = items.map(
    ({ itemId: _, value: percent, kind, ...item }, at): SheetRow => ({
      ...item,
      kind: titles.sheet.kinds[kind],
      percent,
      sums: kind === 'subtotal' ? (item.sums ?? partsAbove(items, at)) : null,
      isGrandTotal: false,
    }),
  );
  const direct = items.filter(({ kind }) => kind === 'direct');
  const otherLines = direct.reduce((count, { lines }) => count - (lines ?? 0), totals.lines);
  const otherCost = decimal(totals.totalCost).minus(sum(direct.map(({ amount }) => amount)));
  const other = { ...without, name: titles.sheet.otherDirect, lines: otherLines };
  const rows =
    otherLines === 0 && otherCost.eq(0) ? own : [...own, { ...other, amount: otherCost.toFixed() }];
  const parts = rows.flatMap(({ sums }, at) => (sums === null ? at : []));
  for (const { key, amount, percent, isTotal } of buildUp.slice(firstOfVersion(buildUp))) {
    const isGrandTotal = key === 'grandTotal';
    const sums = isTotal ? [...parts] : null;
    if (!isTotal) parts.push(rows.length);
    rows.push({ ...without, name: titles.buildUp[key], amount, percent, sums, isGrandTotal });
  }
  return rows;
}

const partsAbove = (items: Items, at: number): number[] =>
  items.slice(0, at).flatMap(({ kind }, place) => (kind === 'subtotal' ? [] : place));

function firstOfVersion(buildUp: readonly BuildUpStep[]): number {
  const at = buildUp.findLastIndex(({ key }) => key === 'totalCost' || key === 'sheetAmount');
  return at < 0 ? buildUp.length - 1 : at + 1;
}
