import {
  type Discipline,
  type Field,
  findField,
  isNumeric,
  unitOfHeader,
  unitTextOf,
} from '@consulting/mto-engine';
import { scaleOf } from '../sheet/money-scale';
import type { ColumnValues } from './column-values';
import type { Place, Product } from './relations';
import type { SheetFacts } from './sheet-facts';
import { headerText } from './words/header-text';

export interface Candidate {
  field: string;
  confidence: number;
  fit: number;
  most?: number;
  why: string;
  isProved?: boolean;
}

export interface SheetContext {
  sheet: SheetFacts;
  discipline: Discipline;
  values: ReadonlyMap<number, ColumnValues>;
  concepts: ReadonlyMap<number, ReadonlySet<string>>;
  products: readonly Product[];
  place: Place | null;
  shortHeaders: ReadonlySet<string>;
}

/** A proposal with at least this confidence may be applied without a person having seen it. */
export const certainFrom = 0.8;
export const belowCertain = certainFrom - 0.01;
export const uncertain = certainFrom - 0.02;
const otherUnitMost = 0.5;
const headerLengthMax = 200;

export function candidate(discipline: Discipline, key: string, confidence: number, why: string): Candidate[] {
  return findField(discipline, key) === undefined ? [] : [{ field: key, confidence, fit: 1, why }];
}

/**
 * A unit that is not the field's, or one in brackets that the import does not read, prevents a proposal
 * from being applied unseen.
 */
export function unitMost(field: Field, header: string): number {
  if (!isNumeric(field) || field.unit === undefined) return 1;
  const text = scaleOf(header)?.header ?? header;
  const { units, inBrackets } = headerText(text);
  const unitText = unitTextOf(field, text.slice(0, headerLengthMax));
  if (unitText !== undefined) return unitOfHeader(field, unitText).kind === 'mismatch' ? otherUnitMost : 1;
  const kinds = (inBrackets === undefined ? units : [inBrackets]).map(
    (unit) => unitOfHeader(field, unit).kind,
  );
  if (kinds.length === 0 || kinds.includes('unit')) return 1;
  if (kinds.includes('unitUs')) return uncertain;
  return kinds.includes('mismatch') ? otherUnitMost : 1;
}
