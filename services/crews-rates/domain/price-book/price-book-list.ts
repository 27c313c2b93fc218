import { recordList } from '@consulting/imports/list/record-list';
import { priceBookInput } from './price-book-fields';

export const priceBookList = recordList({
  name: 'price-book',
  title: 'Price Books',
  path: '/api/v1/price-books',
  fields: priceBookInput.fields,
  labels: { isActive: 'Active' },
  headers: { book: 'code', priceBook: 'code', source: 'priceSource', quote: 'quoteReference' },
  requiredColumns: ['code'],
  example: {
    code: 'NORMS-CS',
    name: 'Piping norms, carbon steel',
    description: 'Field erection and welding, by size',
    discipline: 'piping',
    currency: 'CAD',
    country: 'CA',
    year: 2025,
    quarter: 'Q3',
    priceSource: 'historical',
    isActive: true,
  },
});
