import { inSlices } from '@consulting/kernel/process';
import { type DisciplinePrices, nearestRow, type UnpricedGroup } from '@consulting/mto-engine';

const listedMax = 200;
const tiedRowsMax = 100;

const mostLines = <T extends { lines: number }>(all: T[]): T[] =>
  all.sort((one, other) => other.lines - one.lines).slice(0, listedMax);

// What became of the targets of all lines, and by which rows.
export async function serialiseCoverage(disciplines: readonly DisciplinePrices[]) {
  const all = disciplines.flatMap(({ coverage }) => coverage);
  const ofTarget = Map.groupBy(all, ({ table }) => table.target);
  const coverage = [...ofTarget].map(([target, own]) => ({
    target,
    priced: sumOf(own, 'priced'),
    kept: sumOf(own, 'kept'),
    unpriced: sumOf(own, 'unpriced'),
    ambiguous: sumOf(own, 'ambiguous'),
  }));
  const used = all.flatMap(({ table: { target }, rows }) =>
    rows.map(({ row, count }) => ({ target, row, count, lines: count.lines })),
  );
  const tied = all.flatMap(({ table: { target }, ties }) => ties.map((tie) => ({ target, ...tie })));
  const groups = mostLines(all.flatMap((own) => own.groups));
  return {
    coverage,
    rows: mostLines(used).map(({ target, row: { book, row }, count, lines }) => ({
      priceBook: book.code,
      rowCode: row.rowCode,
      target,
      lines,
      quantity: count.quantity,
    })),
    unpriced: await inSlices(groups, serialiseGroup),
    ambiguous: mostLines(tied).map(({ target, rows, lines }) => ({
      priceBook: rows[0]?.book.code ?? null,
      rows: rows.slice(0, tiedRowsMax).map(({ row }) => row.rowCode),
      target,
      lines,
    })),
  };
}

type Counts = DisciplinePrices['coverage'][number];

const sumOf = (all: readonly Counts[], key: 'priced' | 'kept' | 'unpriced' | 'ambiguous'): number =>
  all.reduce((sum, one) => sum + one[key], 0);

function serialiseGroup(group: UnpricedGroup) {
  const { table, key, line, lines, quantity } = group;
  const nearest = nearestRow(table, line);
  return {
    discipline: table.discipline,
    target: table.target,
    key,
    lines,
    quantity,
    nearest: nearest && {
      priceBook: nearest.row.book.code,
      rowCode: nearest.row.row.rowCode,
      failing: nearest.failing,
    },
  };
}
