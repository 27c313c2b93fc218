import { useFormats, useMessages } from '@consulting/design/language';
import { useApi } from '@consulting/foundation/api';
import { useQuery } from '@tanstack/react-query';
import type { Column } from '../lines/columns';
import type { LineQuery } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import { FigureTexts } from './figure-texts';
import { partsOf, readFigures } from './large-queries';
import { type Range, rowCount, runsOf } from './range';
import { sumText } from './totals';

interface Props {
  query: LineQuery;
  ranges: readonly Range[];
  columns: readonly Column[];
  lines: Lines;
  notes: readonly string[];
}

const displayedMax = 4;

// The API sums up what is too large to be read, and says it by column, quantities by unit of measure.
export function LargeFigures({ query, ranges, columns, lines, notes }: Props) {
  const words = useMessages().takeoff.selection;
  const formats = useFormats();
  const api = useApi();
  const parts = partsOf(ranges, columns);
  const keys = parts.map(({ columns: own, runs }) => [
    own.map(({ key }) => key),
    runs.flatMap(lines.offsetsOf),
  ]);
  const found = useQuery({
    queryKey: ['takeoff-totals', 'selection', query, keys, lines.all],
    queryFn: ({ signal }) => readFigures(api, query, parts, lines, signal),
    gcTime: 60_000,
  });
  const counted = words.lines({ count: rowCount(runsOf(ranges)) });
  if (found.error) return <FigureTexts texts={[words.failed]} />;
  if (!found.data) return <FigureTexts texts={[counted, words.reading]} />;
  const { data } = found;
  const sums = data
    .slice(0, displayedMax)
    .flatMap(({ column, sum, mean, count }) => [
      words.sumOf({ field: column.label, sum: sumText(sum, column, formats) }),
      ...(data.length === 1
        ? [words.mean({ mean: sumText(mean, column, formats) }), words.count({ count })]
        : []),
    ]);
  const more = data.length > displayedMax ? [words.moreColumns({ count: data.length - displayedMax })] : [];
  return <FigureTexts texts={[counted, ...sums, ...more, ...notes]} />;
}
