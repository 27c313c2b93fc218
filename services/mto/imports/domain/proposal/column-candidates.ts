import { type Field, findField, isNumeric } from '@consulting/mto-engine';
import { candidatesByValues } from './by-values';
import { type Candidate, type SheetContext, uncertain, unitMost } from './candidate';
import type { ColumnValues } from './column-values';
import { isVague, likenessesOf } from './header-likeness';
import { moneyCandidates } from './money';
import type { ColumnFacts } from './sheet-facts';
import { sourceIdCandidates } from './source-ids';
import { validShare, valueFit } from './value-fit';
import { saidOfValues } from './why';

const highest = 0.97;
const withoutValuesMost = 0.7;
const closeRivals = 0.08;
const goodFit = 0.9;
const clearHeader = 0.72;
const nextToMoneyMost = 0.4;
const vagueMost = 0.74;
const validShareMin = 0.8;
const clearlyBetter = 0.08;

export function candidatesOf(column: ColumnFacts, context: SheetContext): Candidate[] {
  const values = context.values.get(column.index);
  if (values === undefined) return [];
  const byField = new Map<string, Candidate>();
  const add = (candidate: Candidate) => {
    const known = byField.get(candidate.field);
    byField.set(candidate.field, known === undefined ? candidate : together(known, candidate));
  };
  const byHeader = candidatesByHeader(column, values, context);
  for (const candidate of byHeader) add(candidate);
  const isClear = (byHeader[0]?.confidence ?? 0) >= clearHeader;
  for (const candidate of candidatesByValues(column, values, context))
    add(isClear ? { ...candidate, confidence: candidate.confidence * 0.6 } : candidate);
  const money = moneyCandidates(column, values, context);
  if (money.length > 0)
    for (const other of byField.values()) other.confidence = Math.min(other.confidence, nextToMoneyMost);
  for (const candidate of [...money, ...sourceIdCandidates(column, values, context)])
    byField.set(candidate.field, candidate);
  return [...byField.values()].map((one) => spokenFor(one, values, context));
}

/** A proposal may be applied unseen only where header and values speak for it (extensions.md 1.2). */
function spokenFor(one: Candidate, values: ColumnValues, { discipline }: SheetContext): Candidate {
  const field = findField(discipline, one.field);
  if (one.confidence <= uncertain || one.isProved || field === undefined) return one;
  return validShare(field, values) >= validShareMin ? one : { ...one, confidence: uncertain };
}

function together(header: Candidate, byValues: Candidate): Candidate {
  const confidence = 1 - (1 - header.confidence) * (1 - 0.6 * byValues.confidence);
  const most = Math.min(header.most ?? highest, header.confidence >= clearHeader ? highest : uncertain);
  const why = header.why.endsWith(byValues.why) ? header.why : `${header.why}; ${byValues.why}`;
  return { ...header, confidence: Math.min(most, confidence), why };
}

function candidatesByHeader(
  column: ColumnFacts,
  values: ColumnValues,
  { discipline }: SheetContext,
): Candidate[] {
  const likenesses = likenessesOf(column.header, discipline);
  const isUnclear = isVague(column.header);
  const bestScore = likenesses[0]?.score ?? 0;
  const found = likenesses.map(({ field, score, resembles }) => {
    const fit = valueFit(field, values);
    // A field that the header names less well than another is not made certain by values that fit it.
    const ofHeader = isUnclear ? vagueMost : bestScore - score > clearlyBetter ? uncertain : highest;
    const most = Math.min(unitMost(field, column.header), ofHeader);
    const confidence = Math.min(score * weightOfFit(field, fit), most);
    const why = `header resembles ${resembles}; ${saidOfValues(field, column, values)}`;
    const allowed = values.count === 0 ? Math.min(most, withoutValuesMost) : most;
    return { field: field.key, confidence: Math.min(confidence, allowed), fit, most: allowed, why };
  });
  found.sort((one, other) => other.confidence - one.confidence);
  const [best, rival] = found;
  if (best === undefined || rival === undefined || best.confidence - rival.confidence >= closeRivals)
    return found;
  const near = best.confidence - closeRivals;
  return found.map((one) =>
    one.confidence < near
      ? one
      : { ...one, confidence: Math.min(one.confidence, uncertain), most: uncertain },
  );
}

function weightOfFit(field: Field, fit: number): number {
  if (fit >= goodFit) return 1;
  return isNumeric(field) || field.type === 'date' ? 0.1 + 0.7 * fit : 0.4 + 0.5 * fit;
}
