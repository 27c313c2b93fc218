import type { SearchField } from '@consulting/mto-engine';
import type { LineFilter } from '../search/line-filter';
import type { FoundPage, Paging, Position, SortKey } from '../search/order';

export interface DistinctQuestion {
  field: SearchField;
  search: string | null;
  limit: number;
}

export interface DistinctCounts {
  data: { text: string; count: number }[];
  total: number;
  emptyCount: number;
}

/** Every answer is null where the table must be asked. */
export interface LinesByColumn {
  findPage(filter: LineFilter, sort: readonly SortKey[], paging: Paging): Promise<FoundPage | null>;
  findBehind(
    filter: LineFilter,
    sort: readonly SortKey[],
    position: Position,
    limit: number,
  ): Promise<Position[] | null>;
  countDistinct(filter: LineFilter, question: DistinctQuestion): Promise<DistinctCounts | null>;
}
