import { useFormats, useMessages } from '@consulting/design/language';
import { useEffect, useState } from 'react';
import { type Exact, exactOf, numberOf, over, plus, zero } from '../calculation/exact';
import type { Column } from '../lines/columns';
import type { Line } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import classes from './grid.module.css';
import type { Range } from './range';

interface Props {
  range: Range;
  lines: Lines;
  columns: readonly Column[];
}

const rowsMax = 1000;
const restMs = 250;

interface Figures {
  sum: Exact;
  count: number;
  isMoney: boolean;
}

// Values of a page that was not read yet are unknown, so there is no figure then.
function figuresOf(lines: readonly (Line | undefined)[], columns: readonly Column[]): Figures | null {
  let [sum, count] = [zero, 0];
  for (const line of lines) {
    if (!line) return null;
    for (const { key } of columns) {
      const value = line.values[key];
      if (typeof value !== 'number') continue;
      sum = plus(sum, exactOf(String(value)));
      count += 1;
    }
  }
  return { sum, count, isMoney: columns.every(({ decimals }) => decimals === 2) };
}

export function SelectionFigures({ range, lines, columns }: Props) {
  const words = useMessages().takeoff.selection;
  const formats = useFormats();
  const { firstRow, firstColumn, lastColumn } = range;
  const lastRow = Math.min(range.lastRow, lines.total - 1);
  const numeric = columns.slice(firstColumn, lastColumn + 1).filter(({ isNumber }) => isNumber);
  const isOne = firstRow === range.lastRow && firstColumn === lastColumn;
  const isTooLarge = lastRow - firstRow >= rowsMax;
  const isAsked = !isOne && firstRow >= 0 && numeric.length > 0;
  const marked = useMarked(lines, firstRow, lastRow, isAsked && !isTooLarge);
  const found = figuresOf(marked, numeric);
  if (!isAsked || found?.count === 0) return null;
  const figure = ({ sum, count, isMoney }: Figures) => {
    const decimals = isMoney ? 2 : undefined;
    const mean = over(sum, exactOf(String(count)));
    return [
      words.sum({ sum: formats.number(numberOf(sum), decimals) }),
      words.mean({ mean: formats.number(numberOf(mean), decimals) }),
      words.count({ count }),
    ];
  };
  const texts = found ? figure(found) : [isTooLarge ? words.tooManyRows({ max: rowsMax }) : words.reading];
  return (
    <p role="group" aria-label={words.title} className={classes.figures}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  );
}

// A range that is still being drawn is not read.
function useMarked({ at, read }: Lines, first: number, last: number, isAsked: boolean) {
  const [late, setLate] = useState<{ first: number; last: number; lines: readonly Line[] } | null>(null);
  const known = isAsked ? Array.from({ length: last - first + 1 }, (_, index) => at(first + index)) : [];
  const isMissing = isAsked && known.includes(undefined);
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    const found = (lines: readonly Line[]) => !isOver && setLate({ first, last, lines });
    const timer = setTimeout(() => read({ first, last }).then(found, () => undefined), restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [read, first, last, isMissing]);
  if (!isAsked) return [undefined];
  return isMissing && late?.first === first && late.last === last ? late.lines : known;
}
