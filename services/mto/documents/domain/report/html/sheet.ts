import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { Amount, Report, SheetRow } from '../model/report';
import { html, type Markup, nothing } from './markup';
import { amountsIn } from './summary';
import { type Column, table } from './table';

export function sheetSection({ sheet, currency }: Report, words: Titles, formats: Formats): Markup {
  if (sheet.length === 0) return nothing;
  const { sheet: titles, columns: common } = words;
  const figure = (
    title: string,
    of: (row: SheetRow) => Amount | null,
    format: (amount: Amount) => string,
  ): Column<SheetRow> => ({
    title,
    isNumber: true,
    cell: (row) => {
      const amount = of(row);
      return amount === null ? null : format(amount);
    },
  });
  const columns: Column<SheetRow>[] = [
    { title: titles.code, isCode: true, cell: ({ code }) => code },
    { title: titles.name, cell: ({ name }) => name },
    { title: titles.kind, cell: ({ kind }) => kind },
    figure(titles.quantity, ({ quantity }) => quantity, formats.quantity),
    { title: titles.unit, cell: ({ unit }) => unit },
    figure(titles.unitPrice, ({ unitPrice }) => unitPrice, formats.money),
    figure('%', ({ percent }) => percent, formats.plain),
    {
      title: common.lines,
      isNumber: true,
      cell: ({ lines }) => (lines === null ? null : formats.count(lines)),
    },
    figure(`${titles.amount} (${currency})`, ({ amount }) => amount, formats.money),
  ];
  const classOf = ({ isGrandTotal, sums }: SheetRow) => (isGrandTotal ? 'grand' : sums ? 'total' : '');
  return html`<section class="wide"><h2>${words.sections.sheet}</h2>${amountsIn(currency, words)}${table({ columns, rows: sheet, classOf })}</section>
`;
}
