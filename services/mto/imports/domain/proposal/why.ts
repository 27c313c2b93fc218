import { type Field, isNumeric } from '@consulting/mto-engine';
import type { ColumnValues } from './column-values';
import type { ColumnFacts } from './sheet-facts';
import { enumShare } from './value-fit';

export function saidOfValues(field: Field, { filled, numbers }: ColumnFacts, values: ColumnValues): string {
  if (values.count === 0) return 'it has no values';
  const of = (share: number, what: string) =>
    `${Math.round(share * values.count)} of ${values.count} values are ${what}`;
  if (isNumeric(field)) {
    const isSize = values.inchShare + values.pairShare > 0.3;
    return isSize
      ? of(Math.min(1, values.inchShare + values.pairShare), 'sizes')
      : `${numbers} of ${filled} values are numbers`;
  }
  if (field.type === 'enum') return of(enumShare(field, values), `of the list of ${field.label}`);
  if (field.type === 'date') return of(values.dateShare, 'dates');
  if (field.type === 'boolean') return of(values.booleanShare, 'yes or no');
  if (field.key === 'unitOfMeasure') return of(values.unitShare, 'units of measure');
  return values.codeShare > 0.8 ? of(values.codeShare, 'codes') : `${filled} values are text`;
}
