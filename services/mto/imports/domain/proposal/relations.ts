import type { ColumnValues } from './column-values';

export interface Product {
  factors: readonly [number, number];
  product: number;
  rows: number;
}

export interface Place {
  quantity: number;
  rate: number;
  amount: number;
  rows: number;
  isProved: boolean;
}

const columnsMax = 16;
const rowsMin = 3;
const missesMax = 0.05;
const tolerance = 0.006;

function agreeing(
  one: ColumnValues,
  other: ColumnValues,
  product: ColumnValues,
): { rows: number; differing: number } {
  let rows = 0;
  let misses = 0;
  const seen = new Set<number>();
  for (let row = 0; row < product.numbers.length; row += 1) {
    const [a, b, c] = [one.numbers[row], other.numbers[row], product.numbers[row]];
    if (a == null || b == null || c == null || c === 0) continue;
    rows += 1;
    seen.add(c);
    if (Math.abs(a * b - c) <= Math.max(0.011, Math.abs(c) * tolerance)) continue;
    misses += 1;
    if (misses > rows * missesMax + 1) return { rows: 0, differing: 0 };
  }
  return misses > rows * missesMax ? { rows: 0, differing: 0 } : { rows, differing: seen.size };
}

const isOne = ({ distinct }: ColumnValues) => distinct.size === 1 && distinct.has('1');

export function findProducts(columns: ReadonlyMap<number, ColumnValues>): Product[] {
  const numeric = [...columns]
    .filter(([, values]) => values.numberShare > 0.7 && values.distinct.size > 1 && !isOne(values))
    .slice(0, columnsMax);
  const found: Product[] = [];
  numeric.forEach(([first, a], at) => {
    for (const [second, b] of numeric.slice(at + 1)) {
      for (const [product, c] of numeric) {
        if (product === first || product === second) continue;
        const { rows, differing } = agreeing(a, b, c);
        if (rows >= rowsMin && differing > 1) found.push({ factors: [first, second], product, rows });
      }
    }
  });
  return found;
}
