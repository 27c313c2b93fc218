import type { Row } from '@consulting/spreadsheet/cell';
export function findLikelyHeaderRow(_rows: readonly Row[]): Row | undefined {
  return undefined;
}
