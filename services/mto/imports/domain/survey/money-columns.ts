import type { Discipline } from '@consulting/mto-engine';
import { columnValues } from '../proposal/column-values';
import { findProducts } from '../proposal/relations';
import type { ColumnFigures } from '../sheet/column-figures';
import type { DisciplineColumns } from '../sheet/columns';
import { timesOf } from '../sheet/money-scale';

interface Sample {
  header: { columns: readonly { index: number; header: string }[] };
  figures: ColumnFigures;
  disciplines: ReadonlyMap<Discipline, DisciplineColumns>;
}

const numberShareMin = 0.5;

// Columns that may have the quantity, a price or the amount of a row, by their fields or because they multiply to one.
export function moneyColumns({ header, figures, disciplines }: Sample): ReadonlySet<number> {
  const byField = [...disciplines.values()].flatMap(({ fields }) =>
    fields.flatMap(({ field, column }) =>
      field.key === 'quantity' || field.unit?.startsWith('currency') === true ? [column.index] : [],
    ),
  );
  const texts = new Map(header.columns.map((column) => [column.index, column.header]));
  const numeric = Array.from({ length: figures.width }, (_, at) => at).filter(
    (at) => figures.numbers(at) > figures.filled(at) * numberShareMin,
  );
  const values = new Map(
    numeric.map((at) => [at, columnValues(figures.rows, at, timesOf(texts.get(at) ?? ''))]),
  );
  const products = findProducts(values).flatMap(({ factors, product }) => [...factors, product]);
  return new Set([...byField, ...products]);
}
