import { findPriceRows, priceRowsPageMax } from '@consulting/kernel/contracts/crews-rates';
import type { Bus } from '@consulting/kernel/nats';
import type { Static } from '@consulting/kernel/schema';

type PriceRowsAnswer = Static<(typeof findPriceRows)['response']>;
export type PriceBookFacts = PriceRowsAnswer['books'][number];
type PriceRowFacts = PriceRowsAnswer['rows'][number];

export interface PriceRows {
  books: PriceBookFacts[];
  unknown: string[];
  // Null where there are more of them than are taken.
  rows: PriceRowFacts[] | null;
}

export async function askPriceRows(
  bus: Bus,
  codes: string[],
  rowsMax: number,
  isWanted: (row: PriceRowFacts) => boolean,
): Promise<PriceRows> {
  const limit = priceRowsPageMax;
  const first = await bus.ask(findPriceRows, { codes, after: null, limit });
  const { books, unknown } = first;
  const rows: PriceRowFacts[] = [];
  for (let page = first; ; page = await bus.ask(findPriceRows, { codes, after: page.after, limit })) {
    rows.push(...page.rows.filter(isWanted));
    if (rows.length > rowsMax) return { books, unknown, rows: null };
    if (page.after === null) return { books, unknown, rows };
  }
}
