import { type Discipline, isMoney } from '@consulting/mto-engine';
import { valuesOfColumns } from '../proposal/column-values';
import { findProducts } from '../proposal/relations';
import type { ColumnFigures } from '../sheet/column-figures';
import type { DisciplineColumns } from '../sheet/columns';

interface Sample {
  header: { columns: readonly { index: number; header: string }[] };
  figures: ColumnFigures;
  disciplines: ReadonlyMap<Discipline, DisciplineColumns>;
}

const numberShareMin = 0.5;

// Columns that may have the quantity, a price or the amount of a row, by their fields or because they multiply to one.
export function moneyColumns({ header, figures, disciplines }: Sample): ReadonlySet<number> {
  const byField = [...disciplines.values()].flatMap(({ fields }) =>
    fields.flatMap(({ field, column }) => (field.key === 'quantity' || isMoney(field) ? [column.index] : [])),
  );
  const texts = new Map(header.columns.map((column) => [column.index, column.header]));
  const numeric = Array.from({ length: figures.width }, (_, at) => at).filter(
    (at) => figures.numbers(at) > figures.filled(at) * numberShareMin,
  );
  const columns = numeric.map((index) => ({ index, header: texts.get(index) ?? '' }));
  const values = valuesOfColumns(figures.rows, columns);
  const products = findProducts(values).flatMap(({ factors, product }) => [...factors, product]);
  return new Set([...byField, ...products]);
}
