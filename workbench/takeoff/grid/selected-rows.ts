import { useEffect, useState } from 'react';
import type { Line } from '../lines/line-queries';
import type { Lines } from '../lines/use-lines';
import type { Run } from './range';

export async function readRuns({ read }: Lines, runs: readonly Run[]): Promise<Line[]> {
  const found: Line[] = [];
  for (const run of runs) found.push(...(await read(run)));
  return found;
}

const restMs = 250;

// The lines of some rows by their rows, null while they are read. A range that is still being drawn is not read.
export function useMarked(
  lines: Lines,
  runs: readonly Run[],
  isAsked: boolean,
): ReadonlyMap<number, Line> | null {
  const asked = runs.map(({ first, last }) => `${first}-${last}`).join();
  const [late, setLate] = useState<{ asked: string; lines: readonly Line[] } | null>(null);
  const rows = isAsked ? rowsOf(runs) : [];
  const known = rows.map((row) => lines.at(row));
  const isMissing = known.includes(undefined);
  const { read } = lines;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the runs are those of the text
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    const found = (all: readonly Line[]) => !isOver && setLate({ asked, lines: all });
    const timer = setTimeout(() => readRuns(lines, runs).then(found, () => undefined), restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [read, asked, isMissing]);
  const found = isMissing ? late?.asked === asked && late.lines : known;
  if (!isAsked || !found) return null;
  return new Map(rows.flatMap((row, at) => (found[at] ? [[row, found[at]] as const] : [])));
}

const rowsOf = (runs: readonly Run[]): number[] =>
  runs.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
