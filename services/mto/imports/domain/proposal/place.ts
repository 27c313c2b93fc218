import { isNumeric } from '@consulting/mto-engine';
import type { SheetContext } from './candidate';
import { likenessesOf } from './header-likeness';
import type { Place, Product } from './relations';
import { headerText } from './words/header-text';

export type PlaceContext = Omit<SheetContext, 'place'>;

export const provedFrom = 5;
const clearLikeness = 0.6;
export const moneyWords = ['price', 'rate', 'cost', 'amount'];
const plainWords = new Set(['unit', 'measure', 'net', 'per', 'uom', 'total', 'line', ...moneyWords]);
export const unitPrices = ['materialUnitPrice', 'subcontractUnitPrice'];
const priceKeys = [...unitPrices, 'unitCost'];
const moneyKeys = new Set(['totalCost', ...priceKeys]);

export const isPlain = (said: ReadonlySet<string>): boolean =>
  [...said].every((word) => plainWords.has(word));

const saidBy = ({ concepts }: PlaceContext, index: number): ReadonlySet<string> =>
  concepts.get(index) ?? new Set();

const headerOf = ({ sheet }: PlaceContext, index: number): string =>
  sheet.columns.find((column) => column.index === index)?.header ?? '';

export const nameOf = (context: PlaceContext, index: number): string =>
  headerOf(context, index).slice(0, 40) || `column ${index + 1}`;

const isQuantity = (context: PlaceContext, index: number): boolean =>
  context.sheet.recognised.get(index) === 'quantity' ||
  (!context.sheet.recognised.has(index) && saidBy(context, index).has('quantity'));

const isPrice = (context: PlaceContext, index: number): boolean => {
  const said = saidBy(context, index);
  return (
    priceKeys.includes(context.sheet.recognised.get(index) ?? '') || said.has('price') || said.has('rate')
  );
};

function isMoney(rate: number, amount: number, context: PlaceContext): boolean {
  const said = [...saidBy(context, rate), ...saidBy(context, amount)];
  const hasSign = [rate, amount].some((index) => headerText(headerOf(context, index)).isMoney);
  const isRecognised = context.sheet.recognised.get(amount) === 'totalCost';
  return isRecognised || hasSign || said.some((word) => moneyWords.includes(word));
}

// A header that clearly names something else, such as a weight or an area, is no price and no amount.
function isOther(context: PlaceContext, index: number): boolean {
  const key = context.sheet.recognised.get(index);
  if (key !== undefined) return !moneyKeys.has(key);
  if (isPlain(saidBy(context, index)) || isPrice(context, index)) return false;
  const [best] = likenessesOf(headerOf(context, index), context.discipline);
  if (best === undefined || best.score < clearLikeness || !isNumeric(best.field)) return false;
  return !moneyKeys.has(best.field.key);
}

function oriented({ factors: [first, second] }: Product, context: PlaceContext): [number, number][] {
  const both: [number, number][] = [
    [first, second],
    [second, first],
  ];
  const says = both.filter(([quantity, rate]) => isQuantity(context, quantity) && !isQuantity(context, rate));
  if (says.length > 0) return says;
  const priced = both.filter(([quantity, rate]) => isPrice(context, rate) && !isPrice(context, quantity));
  return priced.length > 0 ? priced : both;
}

interface Scored extends Place {
  score: number;
}

function placeOf(product: Product, context: PlaceContext): Scored[] {
  const { product: amount, rows } = product;
  const isProved = rows >= provedFrom;
  if (isOther(context, amount)) return [];
  const found = oriented(product, context).find(([, rate]) => !isOther(context, rate));
  if (found === undefined) return [];
  const [quantity, rate] = found;
  const isNamed = isQuantity(context, quantity);
  const hasMoney = isMoney(rate, amount, context);
  if (!isProved && !(isNamed && hasMoney)) return [];
  const said = saidBy(context, amount);
  const isTotal = context.sheet.recognised.get(amount) === 'totalCost';
  const ofAmount = isTotal ? 4 : said.size > 0 && isPlain(said) ? 2 : 0;
  return [
    { quantity, rate, amount, rows, isProved, score: ofAmount + (isNamed ? 2 : 0) + (hasMoney ? 1 : 0) },
  ];
}

/**
 * Where quantity times unit price is the total of the row. Products of one quantity with several prices are
 * parts of a total, and none of them is it.
 */
export function placeIn(context: PlaceContext): Place | null {
  const found = context.products.flatMap((product) => placeOf(product, context));
  const most = Math.max(...found.map(({ score }) => score));
  const [first, ...others] = found.filter(({ score }) => score === most);
  if (first === undefined) return null;
  const isOneOfSeveral = others.some(({ rate, amount }) => rate !== first.rate && amount !== first.amount);
  return isOneOfSeveral ? null : first;
}

export function proof({ quantity, rate, amount, rows }: Place, context: PlaceContext): string {
  const [count, price, product] = [quantity, rate, amount].map((index) => nameOf(context, index));
  return `${count} x ${price} = ${product} on ${rows} rows`;
}

const moneyOrQuantity = ['quantity', ...moneyWords];

// In a sheet with units, without prices and without another quantity, a bare TOTAL is the quantity.
export function totalOfQuantities(context: PlaceContext): number | null {
  const { recognised, columns } = context.sheet;
  const keys = [...recognised.values()];
  if (!keys.includes('unitOfMeasure') || keys.includes('quantity')) return null;
  const isOther = ({ index, header }: { index: number; header: string }) =>
    headerText(header).isMoney || moneyOrQuantity.some((word) => saidBy(context, index).has(word));
  if (columns.some(isOther)) return null;
  const totals = columns.filter(({ index }) => recognised.get(index) === 'totalCost');
  const [total, ...others] = totals;
  const isBare = total !== undefined && [...saidBy(context, total.index)].join() === 'total';
  return isBare && others.length === 0 ? total.index : null;
}
