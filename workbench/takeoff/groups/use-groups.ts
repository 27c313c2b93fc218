import { useApi } from '@consulting/foundation/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Column, summedKeys } from '../lines/columns';
import type { LineQuery } from '../lines/line-queries';
import { type Folding, noneFolded } from './folding';
import { type Groups, groupsOptions } from './read-groups';

export interface Grouping {
  // Null where lines are not grouped.
  groups: Groups | null;
  // The key whose groups are too many to be displayed, like all below.
  leftOut: string | null;
  isKnown: boolean;
  isReading: boolean;
  error: unknown;
  readAgain: () => void;
  folding: Folding;
  fold: (path: string, isFolded: boolean) => void;
  foldAll: (isFolded: boolean) => void;
}

const noGroups: Groups = { rows: [], depth: 1, leftOut: null };

export function useGroups(query: LineQuery, columns: readonly Column[]): Grouping {
  const read = useQuery(groupsOptions(useApi(), query, summedKeys(columns)));
  const isGrouped = query.groupBy.length > 0;
  const by = query.groupBy.join();
  const [chosen, setChosen] = useState({ by, folding: noneFolded });
  const folding = chosen.by === by ? chosen.folding : noneFolded;
  const data = isGrouped ? (read.data ?? noGroups) : null;
  const groups = data?.depth === 0 ? null : data;
  const isKnown = !isGrouped || (read.data !== undefined && !read.isPlaceholderData);
  useMovedLines(query, groups, isKnown);
  return {
    groups,
    leftOut: data?.leftOut ?? null,
    isKnown,
    isReading: isGrouped && read.isFetching,
    error: isGrouped ? read.error : null,
    readAgain: read.refetch,
    folding,
    fold: (path, isFolded) => {
      const { areMost } = folding;
      const others = new Set(folding.others);
      if (isFolded === areMost) others.delete(path);
      else others.add(path);
      setChosen({ by, folding: { areMost, others } });
    },
    foldAll: (areMost) => setChosen({ by, folding: { ...noneFolded, areMost } }),
  };
}

// Where the groups have other lines than before, so have the pages.
function useMovedLines(query: LineQuery, groups: Groups | null, isKnown: boolean): void {
  const queries = useQueryClient();
  const { fields: _, ...selection } = query;
  const selected = JSON.stringify(selection);
  const counts = useMemo(
    () => groups && JSON.stringify(groups.rows.map(({ path, count }) => [path, count])),
    [groups],
  );
  const seen = useRef({ selected, counts });
  useEffect(() => {
    if (!isKnown) return;
    const before = seen.current;
    seen.current = { selected, counts };
    if (before.selected === selected && before.counts !== null && before.counts !== counts)
      queries.invalidateQueries({ queryKey: ['takeoff-lines'] });
  }, [queries, selected, counts, isKnown]);
}
