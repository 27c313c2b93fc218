import { type Discipline, findField } from '@consulting/mto-engine';
import { belowCertain, type Candidate, candidate, certainFrom, type SheetContext } from './candidate';
import { candidatesOf } from './column-candidates';
import { type ColumnValues, valuesOfColumns } from './column-values';
import { conceptsOf } from './header-likeness';
import { placeIn, totalOfQuantities, unitPrices } from './place';
import { findProducts, type Place } from './relations';
import type { ColumnFacts, SheetFacts } from './sheet-facts';
import { enumShare, valueFit } from './value-fit';

export type { ColumnFacts, SheetFacts } from './sheet-facts';

export interface Proposal {
  field: string;
  confidence: number;
  why: string;
}

const proposalsMax = 3;
const columnsMax = 1024;
const shortMax = 20;
const confidenceMin = 0.2;
const takenMost = 0.55;
const wrongFitMost = 0.3;

/**
 * At most one column gets a confidence of 0.8 or more for a field, and none for a field that a recognised
 * column has unless the rows prove it, because such proposals may be applied unseen.
 */
export function proposeFields(sheet: SheetFacts, discipline: Discipline): Map<number, Proposal[]> {
  const context = contextOf(sheet, discipline);
  const candidates = new Map<number, Candidate[]>();
  const underTotal = totalOfQuantities(context);
  for (const column of sheet.columns.slice(0, columnsMax)) {
    const key = sheet.recognised.get(column.index);
    if (key === undefined) candidates.set(column.index, candidatesOf(column, context));
    else if (isInProduct(column, context))
      candidates.set(
        column.index,
        candidatesOf(column, context).filter(({ isProved }) => isProved),
      );
    else if (column.index === underTotal && !sheet.mapped?.has(underTotal))
      candidates.set(column.index, quantityCandidates(discipline));
    else if (isWrong(key, column, context))
      candidates.set(column.index, insteadOf(key, candidatesOf(column, context)));
  }
  const mapped = [...(sheet.mapped ?? [])].map((index) => sheet.recognised.get(index) ?? '');
  keepApart(candidates, new Set(sheet.recognised.values()), new Set(mapped));
  return displayed(candidates);
}

const quantityCandidates = (discipline: Discipline): Candidate[] =>
  candidate(
    discipline,
    'quantity',
    certainFrom,
    'the sheet has units and neither prices nor another quantity',
  ).map((one) => ({ ...one, isProved: true }));

export const placeOfSheet = (sheet: SheetFacts, discipline: Discipline): Place | null =>
  contextOf(sheet, discipline).place;

function contextOf(sheet: SheetFacts, discipline: Discipline): SheetContext {
  const values = valuesOfColumns(sheet.rows, sheet.columns.slice(0, columnsMax));
  const concepts = new Map(
    sheet.columns
      .slice(0, columnsMax)
      .map(({ index, header }) => [index, new Set(conceptsOf(header).map(({ concept }) => concept))]),
  );
  const shortHeaders = new Set(
    sheet.columns.flatMap(({ header }) => (header.length > shortMax ? [] : header.trim().toLowerCase())),
  );
  const context = { sheet, discipline, values, concepts, products: findProducts(values), shortHeaders };
  return { ...context, place: placeIn(context) };
}

function isInProduct({ index }: ColumnFacts, { place, sheet }: SheetContext): boolean {
  if (!place?.isProved || sheet.mapped?.has(index)) return false;
  if (index === place.rate) return !unitPrices.includes(sheet.recognised.get(index) ?? '');
  return index === place.quantity || index === place.amount;
}

function isWrong(key: string, { index }: ColumnFacts, { discipline, values }: SheetContext): boolean {
  const field = findField(discipline, key);
  const seen = values.get(index);
  if (field === undefined || !hasEvidence(seen)) return false;
  const fit = field.type === 'enum' ? enumShare(field, seen) : valueFit(field, seen);
  return fit <= wrongFitMost;
}

const hasEvidence = (values: ColumnValues | undefined): values is ColumnValues =>
  values !== undefined && values.count >= 3;

const insteadOf = (key: string, candidates: readonly Candidate[]): Candidate[] =>
  candidates
    .filter((candidate) => candidate.field !== key && candidate.fit >= 0.9)
    .map((candidate) => ({ ...candidate, confidence: Math.min(candidate.confidence, belowCertain) }));

function keepApart(
  candidates: ReadonlyMap<number, Candidate[]>,
  recognised: ReadonlySet<string>,
  mapped: ReadonlySet<string>,
): void {
  const taken = new Set(mapped);
  const settled = new Set<number>();
  const all = [...candidates].flatMap(([index, found]) => found.map((candidate) => ({ index, candidate })));
  const rank = ({ candidate }: (typeof all)[number]) =>
    candidate.confidence + Number(candidate.isProved ?? false);
  all.sort((one, other) => rank(other) - rank(one));
  for (const { index, candidate } of all) {
    const isTaken = taken.has(candidate.field) || (!candidate.isProved && recognised.has(candidate.field));
    if (isTaken) candidate.confidence = Math.min(candidate.confidence * 0.75, takenMost);
    else if (!settled.has(index)) {
      taken.add(candidate.field);
      settled.add(index);
    }
  }
}

function displayed(candidates: ReadonlyMap<number, Candidate[]>): Map<number, Proposal[]> {
  const proposals = new Map<number, Proposal[]>();
  for (const [index, found] of candidates) {
    const best = found
      .map(({ field, confidence, why }) => ({ field, confidence: Math.round(confidence * 100) / 100, why }))
      .filter(({ confidence }) => confidence >= confidenceMin)
      .sort((one, other) => other.confidence - one.confidence)
      .slice(0, proposalsMax);
    if (best.length > 0) proposals.set(index, best);
  }
  return proposals;
}
