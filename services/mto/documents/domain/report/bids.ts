import type { Bid } from '@consulting/mto-lines';
import { type Language, titles } from './language/language';
import type { ReportColumn, ReportLines, ReportValue } from './model/report';

type Bids = AsyncGenerator<[unitPrice: string | null, amount: string]>;

// Every line has its part of the grand total in two more columns.
export function withBids(
  { columns, rows, ...lines }: ReportLines,
  { grandTotal }: Bid,
  bids: Bids,
  { language, currency }: { language: Language; currency: string },
): ReportLines {
  const { bid } = titles[language];
  const column = (key: 'unitPrice' | 'amount', total: string | null): ReportColumn => ({
    ...{ key: `bid.${key}`, header: `${bid[key]} (${currency})`, format: 'money', isProse: false },
    total,
  });
  const total = lines.count === lines.countOfAll ? grandTotal : null;
  return {
    ...lines,
    columns: [...columns, column('unitPrice', null), column('amount', total)],
    rows: joined(rows, bids),
  };
}

async function* joined(rows: ReportLines['rows'], bids: Bids): AsyncGenerator<ReportValue[][]> {
  try {
    for await (const batch of rows) {
      const wider: ReportValue[][] = [];
      for (const row of batch) wider.push([...row, ...((await bids.next()).value ?? [null, null])]);
      yield wider;
    }
  } finally {
    await bids.return(undefined);
  }
}
