import type { Bus } from '@consulting/kernel/nats';
import { DomainError, decimal, type Fault, invalid, loweredText, percentOf } from '@consulting/kernel/schema';
import { fieldsNamed, isMoney, type PriceBook } from '@consulting/mto-engine';
import { askExchangeRates, askSubcontractors, type Project } from '@consulting/mto-lines';
import { askPriceRows, type PriceBookFacts } from '../neighbours/crews-rates';
import type { PricingOrder } from './price-input';

const rowsMax = 100_000;

type Asked = Pick<PricingOrder, 'books' | 'targets' | 'escalationPercent'>;

// @throws VALIDATION_ERROR, PRICE_BOOK_INACTIVE, DEPENDENCY_UNAVAILABLE
export async function findPriceBooks(bus: Bus, { books: codes, targets }: Asked): Promise<PriceBook[]> {
  const wanted = targets && new Set(targets);
  const { books, unknown, rows } = await askPriceRows(
    bus,
    codes,
    rowsMax,
    ({ target }) => wanted?.has(target) ?? true,
  );
  const missing = unknown.map(loweredText);
  const faults = codes.flatMap((code, at): Fault[] =>
    missing.includes(loweredText(code))
      ? [{ field: `books[${at}]`, code: 'REFERENCE', message: 'is not the code of a price book' }]
      : [],
  );
  if (rows === null)
    faults.push({
      field: 'books',
      code: 'MAX',
      message: `have more than ${rowsMax} rows in all`,
      params: { max: rowsMax },
    });
  if (faults.length > 0) throw invalid(faults);
  const inactive = books.find(({ isActive }) => !isActive);
  if (inactive)
    throw new DomainError('PRICE_BOOK_INACTIVE', `The price book ${inactive.code} is not active.`, {
      priceBook: inactive.code,
    });
  const ofBook = Map.groupBy(rows ?? [], ({ priceBook }) => loweredText(priceBook));
  return codes.flatMap((code) => {
    const book = books.find((one) => loweredText(one.code) === loweredText(code));
    return book ? [bookOf(book, ofBook.get(loweredText(code)) ?? [])] : [];
  });
}

const bookOf = ({ code, currency, updatedAt }: PriceBookFacts, rows: PriceBook['rows']): PriceBook => ({
  code,
  currency,
  readAt: Date.parse(updatedAt),
  rows,
});

const isOfMoney = ({ target }: PriceBook['rows'][number]): boolean => fieldsNamed(target).some(isMoney);

// Amounts of a book become those of the project. @throws VALIDATION_ERROR, DEPENDENCY_UNAVAILABLE
export async function moneyFactors(
  bus: Bus,
  { projectId, currency }: Project,
  { books: codes, escalationPercent }: Asked,
  books: readonly PriceBook[],
) {
  const growth = percentOf(decimal(1), escalationPercent ?? 0).plus(1);
  const foreign = books.filter(
    (book) => book.currency !== null && book.currency !== currency && book.rows.some(isOfMoney),
  );
  const rates = foreign.length === 0 ? new Map<string, string>() : await askExchangeRates(bus, projectId);
  const faults = foreign.flatMap((book): Fault[] => {
    if (rates.has(String(book.currency))) return [];
    const at = codes.findIndex((code) => loweredText(code) === loweredText(book.code));
    const message = `has prices in ${book.currency}, and the project has no exchange rate of ${book.currency}`;
    return [{ field: `books[${at}]`, code: 'REFERENCE', message }];
  });
  if (faults.length > 0) throw invalid(faults);
  const factors = new Map(
    books.map((book) => [book, growth.times(rates.get(String(book.currency)) ?? 1)] as const),
  );
  return (book: PriceBook) => factors.get(book) ?? growth;
}

export const subcontractorsOf = (books: readonly PriceBook[]): string[] =>
  books.flatMap(({ rows }) =>
    rows.flatMap(({ target, value }) => (target === 'subcontractorId' ? [String(value)] : [])),
  );

// @throws VALIDATION_ERROR, DEPENDENCY_UNAVAILABLE
export async function requireSubcontractors(
  bus: Bus,
  { projectId }: Project,
  books: readonly PriceBook[],
): Promise<void> {
  const ids = [...new Set(subcontractorsOf(books))];
  const known = await askSubcontractors(bus, projectId, ids);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const message = `name subcontractors that the project does not have: ${unknown.slice(0, 5).join(', ')}`;
  throw invalid([{ field: 'books', code: 'REFERENCE', message }]);
}
