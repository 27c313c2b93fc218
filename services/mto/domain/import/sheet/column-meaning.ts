import type { Discipline } from '../../../fields/discipline';
import type { Field } from '../../../fields/field';
import { fieldOfHeader, parseHeader } from '../../../fields/header';
import { unitOfHeader } from '../../../fields/header-unit';
import type { ImportParameters } from '../../../fields/import-parameters';
import { findField } from '../../../fields/registry';
import { idKey, mappedHeader } from '../import-form';
import { isIdHeader, type SheetColumn } from './header-row';

export type ColumnMeaning =
  | { kind: 'field'; field: Field; isUs: boolean }
  | { kind: 'id' }
  | { kind: 'discipline' }
  | { kind: 'misfit'; field: Field; problem: string }
  | { kind: 'leftOut'; reason: LeftOut };

/** Why a column is not read: mapping, or rule 5 of resources.md 15.3. */
export type LeftOut = 'mapped' | 'upload' | 'computed' | 'unknown';

export interface ColumnContext {
  parameters: ImportParameters;
  currency: string;
  unitSystem: 'metric' | 'us';
}

const leftOut = (reason: LeftOut): ColumnMeaning => ({ kind: 'leftOut', reason });

/** What a column means on lines of the discipline (resources.md 15.3 rules 1, 2, 3 and 5). */
export function meaningOf(
  column: SheetColumn,
  discipline: Discipline,
  context: ColumnContext,
): ColumnMeaning {
  const { mapping } = context.parameters;
  const name = mappedHeader(column.header);
  const key = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
  if (key === null) return leftOut('mapped');
  if (key === idKey || (key === undefined && isIdHeader(column.header))) return { kind: 'id' };
  const field = key === undefined ? fieldOfHeader(discipline, column.header) : findField(discipline, key);
  return field === undefined ? leftOut('unknown') : fieldMeaning(column, field, context);
}

function fieldMeaning({ header }: SheetColumn, field: Field, context: ColumnContext): ColumnMeaning {
  const { key, computed } = field;
  if (key === 'projectId' || key === 'serviceId') return leftOut('upload');
  if (computed !== undefined && key !== 'totalCost') return leftOut('computed');
  if (key === 'discipline')
    return context.parameters.discipline === null ? { kind: 'discipline' } : leftOut('upload');
  const { parenthesis } = parseHeader(header);
  const unit = unitOfHeader(field, parenthesis);
  if (unit.kind === 'mismatch') {
    const fitting = [field.unit, field.unitUs].filter((one) => one !== undefined).join(' or ');
    return { kind: 'misfit', field, problem: `"${parenthesis}" is not ${fitting}` };
  }
  if (unit.kind === 'currency' && unit.code !== context.currency) {
    const problem = `${unit.code} is not the currency of the project, ${context.currency}`;
    return { kind: 'misfit', field, problem };
  }
  const byDefault = unit.kind === 'ignored' && context.unitSystem === 'us' && field.unitUs !== undefined;
  return { kind: 'field', field, isUs: unit.kind === 'unitUs' || byDefault };
}
