import { answered, type Field, useApi } from '@consulting/foundation/api';
import { isPerUnit, type PriceCondition, type PriceRow } from '@consulting/price-books';
import { useMutation } from '@tanstack/react-query';
import type { Book, UnpricedGroup } from './price-queries';

type Nearest = NonNullable<UnpricedGroup['nearest']>;

export const conditionsOf = ({ key }: UnpricedGroup) =>
  Object.entries(key).map(([field, value]) => conditionOf(field, value));

const conditionOf = (field: string, value: PriceCondition['equals'] | null): PriceCondition =>
  value === null || value === undefined ? { field, isEmpty: true } : { field, equals: value };

function rowOf(group: UnpricedGroup, fields: readonly Field[]) {
  const { target, discipline, key } = group;
  const isPriced = fields.some((field) => field.key === target && isPerUnit(field));
  const conditions = conditionsOf(group).filter(({ field }) => !isPriced || field !== 'unitOfMeasure');
  return { target, discipline, conditions, ...(isPriced && { unitOfMeasure: key.unitOfMeasure }) };
}

// The nearest row as it is, with what does not fit replaced by what the lines have.
function rowLike({ target, discipline, key }: UnpricedGroup, { failing }: Nearest, row: PriceRow) {
  const failed = new Map(failing.map((one) => [one.field, one]));
  const isOf = (field: string) => key[field] ?? failed.get(field)?.is ?? null;
  const { driver, points } = row;
  const ofPoints =
    points && (failed.has(points.field) ? [conditionOf(points.field, isOf(points.field))] : []);
  return {
    target,
    discipline,
    driver: driver !== null && failed.get(driver)?.reason === 'DRIVER' ? null : driver,
    unitOfMeasure: failed.has('unitOfMeasure') ? isOf('unitOfMeasure') : row.unitOfMeasure,
    conditions: [
      ...row.conditions.map((one) => (failed.has(one.field) ? conditionOf(one.field, isOf(one.field)) : one)),
      ...(ofPoints ?? []),
    ],
  };
}

export function useNewRow(fields: readonly Field[]) {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ group, book }: { group: UnpricedGroup; book: Book }) => {
      const { nearest } = group;
      if (!nearest || nearest.priceBook !== book.code) return { book, initial: rowOf(group, fields) };
      const params = {
        path: { priceBookId: book.id },
        query: { rowCode: nearest.rowCode, limit: 1 },
      };
      const { data } = await answered(api.GET('/api/v1/price-books/{priceBookId}/rows', { params }));
      const [row] = data;
      return { book, initial: row ? rowLike(group, nearest, row) : rowOf(group, fields) };
    },
  });
}
