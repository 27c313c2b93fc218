import { findPriceRows, priceRowsPageMax } from '@consulting/kernel/contracts/crews-rates';
import type { PriceRow } from '@consulting/kernel/contracts/price-row';
import type { Bus } from '@consulting/kernel/nats';
import type { Static } from '@consulting/kernel/schema';

type Row = Static<typeof PriceRow>;
export type Book = Static<(typeof findPriceRows)['response']>['books'][number] & { rows: Row[] };

const rowDefaults = {
  driver: null,
  unitOfMeasure: null,
  conditions: [],
  value: null,
  points: null,
  sortOrder: null,
};

export type RowGiven = Partial<Row> & { rowCode: string; target: string };

export function bookOf(code: string, rows: readonly RowGiven[], facts: Partial<Book> = {}): Book {
  return {
    priceBookId: crypto.randomUUID(),
    code,
    name: code,
    discipline: null,
    currency: 'CAD',
    priceSource: null,
    quoteReference: null,
    isActive: true,
    version: 1,
    updatedAt: new Date().toISOString(),
    rows: rows.map((row) => ({ ...rowDefaults, priceBook: code, discipline: 'piping' as const, ...row })),
    ...facts,
  };
}

/** Rows come a few at a time, so that every test of several rows reads several pages. */
const rowsPerPage = 3;

export function answerForPriceBooks(bus: Bus, priceBooks: ReadonlyMap<string, Book>): void {
  bus.answer(findPriceRows, async ({ codes, rowCodes, after }) => {
    const known = new Map([...priceBooks].map(([code, book]) => [code.toLowerCase(), book]));
    const found = codes.flatMap((code) => known.get(code.toLowerCase()) ?? []);
    const isWanted = ({ rowCode }: Row) => rowCodes?.includes(rowCode) ?? true;
    const all = found.flatMap(({ rows }) => rows.filter(isWanted));
    const from = Number(after ?? 0);
    const rows = all.slice(from, from + Math.min(Math.max(rowsPerPage, all.length / 10), priceRowsPageMax));
    const end = from + rows.length;
    return {
      books: found.map(({ rows: _, ...book }) => book),
      unknown: codes.filter((code) => !known.has(code.toLowerCase())),
      rows,
      after: end < all.length ? String(end) : null,
    };
  });
}
