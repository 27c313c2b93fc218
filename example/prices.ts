import { type Api, listed } from './api';
import { priceBook, priceBookCsv } from './price-book';
import { importList } from './project-records';
import type { Owner } from './takeoffs';

export async function importPriceBook(api: Api): Promise<{ priceBookId: string }> {
  const path = '/api/v1/price-books';
  const [known] = await listed<{ priceBookId: string }>(api, `${path}?code=${priceBook.code}`);
  const { priceBookId } = known ?? (await api.send<{ priceBookId: string }>('POST', path, priceBook));
  const file = { text: priceBookCsv(), fileName: 'price-book.csv' };
  await importList(api, `${path}/${priceBookId}/rows/import`, file);
  return { priceBookId };
}

// What is new in the revision has neither hours nor prices, and is like no other line.
export const priceByBook = (api: Api, owner: Owner): Promise<unknown> =>
  api.send('POST', '/api/v1/mto/price', {
    ...owner,
    selection: { mode: 'filters', filters: { conditions: [{ field: 'unitManHours', operator: 'isEmpty' }] } },
    books: [priceBook.code],
    targets: ['unitManHours', 'materialUnitPrice'],
  });
