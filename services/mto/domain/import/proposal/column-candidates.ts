import type { Discipline } from '../../../fields/discipline';
import { type Field, isNumeric } from '../../../fields/field';
import { parseHeader, unitOfHeader } from '../../../fields/header';
import { findField } from '../../../fields/registry';
import { candidatesByValues } from './by-values';
import type { ColumnValues } from './column-values';
import type { ColumnFacts, SheetFacts } from './field-proposals';
import { isVague, likenessesOf } from './header-likeness';
import { moneyCandidates } from './money';
import type { Product } from './relations';
import { valueFit } from './value-fit';
import { saidOfValues } from './why';
import { headerText } from './words/header-text';

export interface Candidate {
  field: string;
  confidence: number;
  fit: number;
  why: string;
}

export interface SheetContext {
  sheet: SheetFacts;
  discipline: Discipline;
  values: ReadonlyMap<number, ColumnValues>;
  concepts: ReadonlyMap<number, ReadonlySet<string>>;
  products: readonly Product[];
}

/** From here on a proposal may be applied without a person having seen it. */
export const certainFrom = 0.8;
const highest = 0.97;
const withoutValuesMost = 0.7;
const closeRivals = 0.08;
const goodFit = 0.9;
const clearHeader = 0.72;
const besideMoneyMost = 0.4;
const vagueMost = 0.74;

/** Every field that a column could be, by its header, by its values, and by what it is to the other columns. */
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
    for (const other of byField.values()) other.confidence = Math.min(other.confidence, besideMoneyMost);
  for (const candidate of money) byField.set(candidate.field, candidate);
  return [...byField.values()];
}

function together(header: Candidate, byValues: Candidate): Candidate {
  const confidence = 1 - (1 - header.confidence) * (1 - 0.6 * byValues.confidence);
  const most = header.confidence >= clearHeader ? highest : certainFrom - 0.02;
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
  const found = likenesses.map(({ field, score, resembles }) => {
    const fit = valueFit(field, values);
    const most = Math.min(unitMost(field, column.header), isUnclear ? vagueMost : highest);
    const confidence = Math.min(score * weightOfFit(field, fit), most);
    const why = `header resembles ${resembles}; ${saidOfValues(field, column, values)}`;
    const least = values.count === 0 ? withoutValuesMost : 1;
    return { field: field.key, confidence: Math.min(confidence, least), fit, why };
  });
  found.sort((one, other) => other.confidence - one.confidence);
  const [best, rival] = found;
  const isClose =
    best !== undefined && rival !== undefined && best.confidence - rival.confidence < closeRivals;
  if (isClose) best.confidence = Math.min(best.confidence, certainFrom - 0.02);
  return found;
}

function weightOfFit(field: Field, fit: number): number {
  if (fit >= goodFit) return 1;
  return isNumeric(field) || field.type === 'date' ? 0.1 + 0.7 * fit : 0.4 + 0.5 * fit;
}

/** A unit in the header that is not the field's keeps a proposal from being applied unseen. */
function unitMost(field: Field, header: string): number {
  const { units } = headerText(header);
  if (units.length === 0 || !isNumeric(field)) return 1;
  if (field.unit === undefined) return 1;
  const { parenthesis } = parseHeader(header);
  const kinds = units.map((unit) => unitOfHeader(field, unit).kind);
  if (kinds.includes('unit')) return 1;
  if (kinds.includes('unitUs')) return parenthesis === undefined ? certainFrom - 0.02 : 1;
  return kinds.includes('mismatch') ? 0.6 : 1;
}

/** A candidate for a field of the discipline, when it has that field. */
export function candidate(discipline: Discipline, key: string, confidence: number, why: string): Candidate[] {
  return findField(discipline, key) === undefined ? [] : [{ field: key, confidence, fit: 1, why }];
}
