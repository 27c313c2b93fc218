import { type Density, useDensity } from '@consulting/design/controls';
import { type CSSProperties, useMemo } from 'react';
import type { Column } from '../lines/columns';
import { useZoom } from './use-zoom';

const rowHeights: Readonly<Record<Density, number>> = { compact: 26, comfortable: 32 };
export const headHeight = 52;

const numberWidth = 64;

export interface PlacedColumn extends Column {
  index: number;
  width: number;
  left: number;
  style: CSSProperties;
}

export interface Layout {
  columns: readonly PlacedColumn[];
  frozen: readonly PlacedColumn[];
  scrolling: readonly PlacedColumn[];
  frozenWidth: number;
  width: number;
  rowHeight: number;
  zoom: number;
}

function layoutOf(
  columns: readonly Column[],
  widths: Readonly<Record<string, number>>,
  isNarrow: boolean,
  density: Density,
  zoom: number,
): Layout {
  const frozenMax = isNarrow ? 1 : columns.length;
  const isFrozen = (column: Column, at: number) => column.isFrozen && at < frozenMax;
  let left = numberWidth;
  const placed = columns.map((column, index): PlacedColumn => {
    const width = Math.round((widths[column.key] ?? column.width) * zoom);
    const start = left;
    left += width;
    const own = isFrozen(column, index);
    return { ...column, index, width, left: start, isFrozen: own, style: { left: start, width } };
  });
  const frozen = placed.filter((column) => column.isFrozen);
  return {
    columns: placed,
    frozen,
    scrolling: placed.slice(frozen.length),
    frozenWidth: frozen.reduce((sum, { width }) => sum + width, numberWidth),
    width: left,
    rowHeight: Math.round(rowHeights[density] * zoom),
    zoom,
  };
}

export function useLayout(
  columns: readonly Column[],
  widths: Readonly<Record<string, number>>,
  isNarrow: boolean,
): Layout {
  const density = useDensity();
  const zoom = useZoom() / 100;
  return useMemo(
    () => layoutOf(columns, widths, isNarrow, density, zoom),
    [columns, widths, isNarrow, density, zoom],
  );
}
