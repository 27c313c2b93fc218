import { findField } from '@consulting/mto-engine';
import { type Candidate, candidate, type SheetContext, unitMost } from './candidate';
import type { ColumnValues } from './column-values';
import type { ColumnFacts } from './sheet-facts';
import { headerText } from './words/header-text';

const plainWords = new Set([
  'unit',
  'price',
  'rate',
  'cost',
  'measure',
  'net',
  'per',
  'uom',
  'amount',
  'total',
  'line',
]);
const boughtThings = new Set([
  'supplier',
  'manufacturer',
  'modelNumber',
  'productModel',
  'purchaseOrderNumber',
  'requisitionNumber',
  'leadTimeWeeks',
  'quoteReference',
  'devicePower',
  'pipeSchedule',
  'nominalPipeSize',
  'nominalDiameter',
]);
const breakdown = new Set([
  'unitManHours',
  'labourRate',
  'totalManHours',
  'labourCost',
  'equipmentRate',
  'materialCost',
]);

const lessLikely = 0.26;

interface Place {
  quantity: number;
  rate: number;
  amount: number;
  rows: number;
}

const nameOf = ({ sheet }: SheetContext, index: number): string =>
  sheet.columns.find((column) => column.index === index)?.header.slice(0, 40) ?? '';

function fieldsSeen({ sheet }: SheetContext): ReadonlySet<string> {
  return new Set(sheet.recognised.values());
}

const isQuantity = ({ sheet, concepts }: SheetContext, index: number): boolean =>
  sheet.recognised.get(index) === 'quantity' ||
  (!sheet.recognised.has(index) && concepts.get(index)?.has('quantity') === true);

function placeOf(index: number, context: SheetContext): Place | undefined {
  for (const { factors, product, rows } of context.products) {
    const [first, second] = factors;
    const quantity = isQuantity(context, first) ? first : isQuantity(context, second) ? second : undefined;
    if (quantity === undefined) continue;
    const rate = quantity === first ? second : first;
    if ((index === rate || index === product) && isMoney(rate, product, context))
      return { quantity, rate, amount: product, rows };
  }
  return undefined;
}

function isMoney(rate: number, amount: number, context: SheetContext): boolean {
  const said = [...(context.concepts.get(rate) ?? []), ...(context.concepts.get(amount) ?? [])];
  const isRecognised = context.sheet.recognised.get(amount) === 'totalCost';
  const hasSign = [rate, amount].some((index) => headerText(nameOf(context, index)).isMoney);
  return isRecognised || hasSign || said.some((word) => ['price', 'rate', 'cost', 'amount'].includes(word));
}

function proof(place: Place, context: SheetContext): string {
  const [quantity, rate, amount] = [place.quantity, place.rate, place.amount].map((index) =>
    nameOf(context, index),
  );
  return `${quantity} x ${rate} = ${amount} on ${place.rows} rows`;
}

/**
 * A bare rate of a bill with quantity and amount covers labour, material and plant, which is a
 * subcontractor's unit price. In a list with suppliers, sizes or hours of labour it is the price of the
 * material.
 */
export function moneyCandidates(
  column: ColumnFacts,
  values: ColumnValues,
  context: SheetContext,
): Candidate[] {
  if (values.count === 0 || values.numberShare < 0.8) return [];
  const { discipline } = context;
  const said = context.concepts.get(column.index) ?? new Set<string>();
  const place = placeOf(column.index, context);
  if (place?.amount === column.index && isPlain(said)) {
    const field = findField(discipline, 'totalCost');
    const most = field === undefined ? 0 : unitMost(field, column.header);
    return candidate(discipline, 'totalCost', Math.min(0.93, most), proof(place, context));
  }
  const isRate = said.has('price') || said.has('rate') || (said.has('cost') && said.has('unit'));
  const isBare = isPlain(said);
  if (!isBare || !(isRate || place?.rate === column.index)) return [];
  if (said.has('amount') || said.has('total')) return [];
  return rateCandidates(place, context);
}

const isPlain = (said: ReadonlySet<string>): boolean => [...said].every((word) => plainWords.has(word));

function rateCandidates(place: Place | undefined, context: SheetContext): Candidate[] {
  const { discipline } = context;
  const seen = fieldsSeen(context);
  const isBought =
    [...boughtThings].some((key) => seen.has(key)) || [...breakdown].some((key) => seen.has(key));
  const proved = place === undefined ? 'header is a price per unit' : proof(place, context);
  const most = place === undefined ? 0.68 : 0.76;
  const material = isBought
    ? 'beside what is bought or its labour a price is that of the material'
    : 'right if it is for the supply of material alone';
  const allIn = isBought
    ? 'right if it covers labour, material and plant'
    : "with no breakdown it is all-in, as a subcontractor's unit price";
  return [
    ...candidate(
      discipline,
      'materialUnitPrice',
      isBought ? most : most - lessLikely,
      `${proved}; ${material}`,
    ),
    ...candidate(
      discipline,
      'subcontractUnitPrice',
      isBought ? most - lessLikely : most,
      `${proved}; ${allIn}`,
    ),
  ];
}
