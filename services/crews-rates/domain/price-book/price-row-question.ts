import { type findPriceRows, priceRowsPageMax } from '@consulting/kernel/contracts/crews-rates';
import type { Database } from '@consulting/kernel/postgres';
import { isUuid, loweredText, type Static } from '@consulting/kernel/schema';
import { findPriceBooksByCode, type PriceBookRow } from '../../store/price-book';
import { listRowsAfter, type RowsAfter } from '../../store/price-row';
import { fieldsOfRow } from './price-row';

type Asked = Static<(typeof findPriceRows)['request']>;
type Answer = Static<(typeof findPriceRows)['response']>;

// A message has at most 1 MB, and a row with the longest conditions some 90 KB in UTF-8.
const pageBytesMax = 600_000;

export async function pageOfRows(db: Database, { codes, rowCodes, after, limit }: Asked): Promise<Answer> {
  const books = await findPriceBooksByCode(db, codes);
  const known = new Set(books.map(({ code }) => loweredText(code)));
  const ids = books.map(({ id }) => id);
  const most = Math.min(limit, priceRowsPageMax);
  const wanted = { bookIds: ids, rowCodes: rowCodes ?? null, after: cursorOf(after) };
  const found = ids.length === 0 || most === 0 ? [] : await listRowsAfter(db, wanted, most);
  const rows: Answer['rows'] = [];
  let bytes = 0;
  for (const row of found) {
    const answered = answerOf(row);
    bytes += Buffer.byteLength(JSON.stringify(answered));
    if (rows.length > 0 && bytes > pageBytesMax) break;
    rows.push(answered);
  }
  const last = found[rows.length - 1];
  const isEnd = rows.length === found.length && found.length < most;
  return {
    books: books.map(bookOf),
    unknown: codes.filter((code) => !known.has(loweredText(code))),
    rows,
    after: isEnd || last === undefined ? null : `${last.bookId} ${last.id}`,
  };
}

function cursorOf(after: string | null): RowsAfter | null {
  const [bookId = '', id = ''] = after?.split(' ') ?? [];
  return isUuid(bookId) && isUuid(id) ? { bookId, id } : null;
}

function bookOf({ id, updatedAt, ...book }: PriceBookRow): Answer['books'][number] {
  const { code, name, discipline, currency, priceSource, quoteReference, isActive, version } = book;
  const facts = { code, name, discipline, currency, priceSource, quoteReference, isActive, version };
  return { priceBookId: id, ...facts, updatedAt: updatedAt.toISOString() };
}

type Found = Awaited<ReturnType<typeof listRowsAfter>>[number];

function answerOf({ priceBook, ...row }: Found): Answer['rows'][number] {
  const { rowCode, discipline, target, driver, unitOfMeasure, sortOrder, conditions, points } = row;
  const { value } = fieldsOfRow(row);
  const what = { discipline, target, driver, unitOfMeasure, conditions, value, points };
  const { p10, p90 } = row.statistics ?? {};
  const statistics = p10 === undefined || p90 === undefined ? null : { p10, p90 };
  return { priceBook, rowCode, ...what, sortOrder, statistics };
}
