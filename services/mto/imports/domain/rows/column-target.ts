import {
  CellReader,
  type ColumnReading,
  type Discipline,
  type Field,
  type ImportParameters,
  isMoney,
  parseHeader,
  positionOf,
  unitOfHeader,
} from '@consulting/mto-engine';
import type { ColumnEvidence, FieldColumn } from '../sheet/columns';
import { isSizeKey } from './pipe-size-cells';

export interface ColumnTarget {
  index: number;
  letters: string;
  position: number;
  reader: CellReader;
  ofText: 'size' | 'outside' | 'quantity' | null;
  currency: string | null;
}

export const noPosition = -1;

export function columnTarget(
  discipline: Discipline,
  { column, field, isUs, money }: FieldColumn,
  evidence: ColumnEvidence,
  { decimalSeparator, values }: Pick<ImportParameters, 'decimalSeparator' | 'values'>,
): ColumnTarget {
  const ofText = textKindOf(discipline, field, column.header);
  const reading: ColumnReading = {
    separator: evidence.separatorOf(column.index) ?? decimalSeparator,
    dateOrder: evidence.dateOrderOf(column.index),
    isInches: ofText !== 'outside' && unitOf(field, isUs) === 'in',
    isPercent: field.unit === '%',
    isMoney: isMoney(field),
    isUs,
    rate: money?.rate ?? null,
  };
  const meanings = values[field.key];
  return {
    index: column.index,
    letters: column.letters,
    position: field.key === 'totalCost' ? noPosition : positionOf(discipline, field.key),
    reader: new CellReader(field, reading, meanings === undefined ? null : new Map(Object.entries(meanings))),
    ofText,
    currency: money?.currency ?? null,
  };
}

const unitOf = ({ unit, unitUs }: Field, isUs: boolean) => (isUs ? unitUs : unit);

/** An outside diameter can be meant as a nominal size only where its header names no unit. */
function textKindOf(discipline: Discipline, field: Field, header: string): ColumnTarget['ofText'] {
  const { key } = field;
  if (key === 'quantity') return 'quantity';
  if (discipline !== 'piping' || !isSizeKey(key)) return null;
  if (key !== 'outsideDiameter') return 'size';
  return unitOfHeader(field, parseHeader(header).parenthesis).kind === 'ignored' ? 'outside' : null;
}
