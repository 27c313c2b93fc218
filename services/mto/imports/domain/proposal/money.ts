import { findField } from '@consulting/mto-engine';
import { type Candidate, candidate, type SheetContext, unitMost } from './candidate';
import type { ColumnValues } from './column-values';
import { isPlain, proof } from './place';
import type { Place } from './relations';
import type { ColumnFacts } from './sheet-facts';

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

const numberShareMin = 0.8;
const byProduct = 0.93;
const byHeader = 0.84;
const unclear = 0.76;
const lessLikely = 0.26;

/**
 * A bare rate of a bill covers labour, material and plant, which is a subcontractor's unit price. In a list
 * with suppliers, sizes or hours of labour it is the price of the material. Both give the same total.
 */
export function moneyCandidates(
  column: ColumnFacts,
  values: ColumnValues,
  context: SheetContext,
): Candidate[] {
  const { discipline, place } = context;
  if (values.count === 0 || values.numberShare < numberShareMin) return [];
  const said = context.concepts.get(column.index) ?? new Set<string>();
  if (place?.amount === column.index && (place.isProved || isPlain(said)))
    return proved('totalCost', column, place, context);
  if (place?.isProved && place.quantity === column.index) return proved('quantity', column, place, context);
  const most = rateCertainty(column, context);
  if (most === 0) return [];
  const found = rateCandidates(place?.rate === column.index ? place : null, most, context);
  return found.map((one) => {
    const field = findField(discipline, one.field);
    return { ...one, confidence: Math.min(one.confidence, field ? unitMost(field, column.header) : 1) };
  });
}

function proved(key: string, { header }: ColumnFacts, place: Place, context: SheetContext): Candidate[] {
  const field = findField(context.discipline, key);
  const most = field === undefined ? 0 : unitMost(field, header);
  const found = candidate(context.discipline, key, Math.min(byProduct, most), proof(place, context));
  return found.map((one) => ({ ...one, isProved: place.isProved }));
}

function rateCertainty({ index }: ColumnFacts, { concepts, place, sheet }: SheetContext): number {
  if (place?.rate === index) return byProduct;
  const said = concepts.get(index) ?? new Set<string>();
  const isRate = said.has('price') || said.has('rate') || (said.has('cost') && said.has('unit'));
  if (!isRate || !isPlain(said) || said.has('amount') || said.has('total')) return 0;
  const seen = new Set(sheet.recognised.values());
  const hasTotal = seen.has('totalCost') && seen.has('quantity');
  return hasTotal || [...breakdown].some((key) => seen.has(key)) ? unclear : byHeader;
}

function rateCandidates(place: Place | null, most: number, context: SheetContext): Candidate[] {
  const { discipline } = context;
  const seen = new Set(context.sheet.recognised.values());
  const isBought = [...boughtThings, ...breakdown].some((key) => seen.has(key));
  const reason = place === null ? 'header is a price per unit' : proof(place, context);
  const material = isBought
    ? 'next to what is bought or its labour a price is that of the material'
    : 'right if it is for the supply of material alone';
  const allIn = isBought
    ? 'right if it covers labour, material and plant'
    : "with no breakdown it is all-in, as a subcontractor's unit price";
  const further = most - lessLikely;
  const found = [
    ...candidate(discipline, 'materialUnitPrice', isBought ? most : further, `${reason}; ${material}`),
    ...candidate(discipline, 'subcontractUnitPrice', isBought ? further : most, `${reason}; ${allIn}`),
  ];
  return found.map((one) => ({ ...one, isProved: one.confidence === most && place?.isProved === true }));
}
