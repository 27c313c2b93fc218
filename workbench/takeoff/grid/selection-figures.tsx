import { type Formats, useFormats, useMessages } from '@consulting/design/language';
import { unitTexts } from '@consulting/takeoff-lines';
import { type Exact, exactOf, numberOf, over, plus, zero } from '../calculation/exact';
import type { Column } from '../lines/columns';
import type { Line, LineQuery, Totals } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import { FigureTexts } from './figure-texts';
import { LargeFigures } from './large-figures';
import { type Range, rowCount, runsOf } from './range';
import { useMarked } from './selected-rows';

interface Props {
  query: LineQuery;
  ranges: readonly Range[];
  lines: Lines;
  columns: readonly Column[];
  totals: Totals | undefined;
}

// Up to here the lines are read anyhow; beyond, the API sums them up.
const rowsMax = 1000;

interface Figures {
  sum: Exact;
  count: number;
  isMoney: boolean;
}

const numericIn = (columns: readonly Column[], { firstColumn, lastColumn }: Range) =>
  columns.slice(firstColumn, lastColumn + 1).filter(({ isNumber }) => isNumber);

function figuresOf(
  marked: ReadonlyMap<number, Line>,
  ranges: readonly Range[],
  columns: readonly Column[],
): Figures {
  let [sum, count, isMoney] = [zero, 0, true];
  for (const range of ranges) {
    const numeric = numericIn(columns, range);
    isMoney &&= numeric.every(({ decimals }) => decimals === 2);
    for (let row = range.firstRow; row <= range.lastRow; row += 1)
      for (const { key } of numeric) {
        const value = marked.get(row)?.values[key];
        if (typeof value !== 'number') continue;
        sum = plus(sum, exactOf(String(value)));
        count += 1;
      }
  }
  return { sum, count, isMoney };
}

const isCell = ({ firstRow, lastRow, firstColumn, lastColumn }: Range) =>
  firstRow === lastRow && firstColumn === lastColumn;

export function SelectionFigures({ query, ranges: selected, lines, columns, totals }: Props) {
  const words = useMessages().takeoff.selection;
  const formats = useFormats();
  const ranges = selected
    .map((range) => ({ ...range, lastRow: Math.min(range.lastRow, lines.total - 1) }))
    .filter((range) => range.firstRow >= 0 && range.lastRow >= range.firstRow);
  const numeric = ranges.filter((range) => numericIn(columns, range).length > 0);
  const isAsked = numeric.length > 0 && !(selected.length === 1 && ranges.every(isCell));
  const runs = runsOf(numeric);
  const isLarge = rowCount(runs) > rowsMax;
  const marked = useMarked(lines, runs, isAsked && !isLarge);
  const [first] = selected;
  // A total of several units may be wider than its column.
  const total =
    first?.firstRow === lines.total ? totals?.sums[columns[first.firstColumn]?.key ?? ''] : undefined;
  if (Array.isArray(total)) return <FigureTexts texts={unitTexts(total, formats)} />;
  if (!isAsked) return null;
  // Who compares a whole column with its total must see why they differ.
  const leftOut =
    rowCount(runs) === lines.all && totals && totals.leftOut < totals.total ? totals.leftOut : 0;
  const notes = leftOut > 0 ? [words.leftOut({ count: leftOut })] : [];
  if (isLarge) return <LargeFigures {...{ query, columns, lines, notes }} ranges={numeric} />;
  const found = marked && figuresOf(marked, numeric, columns);
  if (found?.count === 0) return null;
  return <FigureTexts texts={found ? [...textsOf(found, words, formats), ...notes] : [words.reading]} />;
}

function textsOf(
  { sum, count, isMoney }: Figures,
  words: ReturnType<typeof useMessages>['takeoff']['selection'],
  formats: Formats,
): string[] {
  const decimals = isMoney ? 2 : undefined;
  const mean = over(sum, exactOf(String(count)));
  return [
    words.sum({ sum: formats.number(numberOf(sum), decimals) }),
    words.mean({ mean: formats.number(numberOf(mean), decimals) }),
    words.count({ count }),
  ];
}
