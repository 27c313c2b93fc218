import { type ImportParameters, isMoney } from '@consulting/mto-engine';
import type { DisciplineColumns } from './columns';
import type { KindColumns } from './row-kind';

export function kindColumns(
  { fields }: DisciplineColumns,
  { defaults, fillBlanks, mode }: ImportParameters,
): KindColumns {
  const indexOf = (key: string) => fields.find(({ field }) => field.key === key)?.column.index ?? -1;
  const money = fields.filter(({ field }) => field.key === 'quantity' || isMoney(field));
  const hasQuantity = Object.hasOwn(defaults, 'quantity');
  // Other modes also take a row with a number and a text for the change of a line.
  const isNew = mode === 'append' || mode === 'replace';
  return {
    item: indexOf('itemNumber'),
    description: indexOf('description'),
    quantity: indexOf('quantity'),
    unit: indexOf('unitOfMeasure'),
    amount: indexOf('totalCost'),
    remarks: indexOf('remarks'),
    mayHaveCodes: indexOf('quantity') >= 0 ? !(fillBlanks && hasQuantity) : isNew && !hasQuantity,
    figures: new Set(money.map(({ column }) => column.index)),
  };
}
