import type { Titles } from '../language/language';
import type { Formats } from '../language/number-format';
import type { PriceSource, Report } from '../model/report';
import { html, type Markup, nothing } from './markup';
import { amountsIn } from './summary';
import { type Column, table } from './table';

export function pricesSection({ pricesByBook, currency }: Report, words: Titles, formats: Formats): Markup {
  if (pricesByBook.length === 0) return nothing;
  const { columns: titles } = words;
  const count = (title: string, of: (source: PriceSource) => number): Column<PriceSource> => ({
    title,
    isNumber: true,
    cell: (source) => formats.count(of(source)),
  });
  const columns: Column<PriceSource>[] = [
    { title: titles.priceBook, cell: ({ priceBook }) => priceBook ?? words.withoutPrices },
    count(titles.priceRows, ({ rows }) => rows),
    count(titles.prices, ({ prices }) => prices),
    count(titles.stalePrices, ({ stalePrices }) => stalePrices),
    count(titles.lines, ({ lines }) => lines),
    { title: titles.totalCost, isNumber: true, cell: ({ totalCost }) => formats.money(totalCost) },
    {
      title: titles.percent,
      isNumber: true,
      cell: ({ percent }) => (percent === null ? null : formats.percent(percent)),
    },
  ];
  const note = html`${amountsIn(currency, words)}<p class="note">${words.severalBooks}</p>`;
  return html`<section class="wide"><h2>${words.sections.prices}</h2>${note}${table({ columns, rows: pricesByBook })}</section>
`;
}
