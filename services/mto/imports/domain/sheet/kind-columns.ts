import type { ImportParameters } from '@consulting/mto-engine';
import type { DisciplineColumns } from './columns';
import type { KindColumns } from './row-kind';

export function kindColumns({ fields }: DisciplineColumns, { defaults }: ImportParameters): KindColumns {
  const indexOf = (key: string) => fields.find(({ field }) => field.key === key)?.column.index ?? -1;
  const money = fields.filter(
    ({ field }) => field.key === 'quantity' || field.unit?.startsWith('currency') === true,
  );
  return {
    item: indexOf('itemNumber'),
    description: indexOf('description'),
    quantity: indexOf('quantity'),
    unit: indexOf('unitOfMeasure'),
    hasQuantityForAll: indexOf('quantity') < 0 && Object.hasOwn(defaults, 'quantity'),
    figures: new Set(money.map(({ column }) => column.index)),
  };
}
