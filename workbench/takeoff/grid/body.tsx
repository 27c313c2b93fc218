import { useMemo, useState } from 'react';
import type { Group, GroupText } from '../groups/read-groups';
import type { CellText } from '../lines/cell-text';
import type { Attempts } from '../lines/changes';
import type { Line } from '../lines/line-queries';
import type { Noted } from '../lines/use-cell-notes';
import { CellEditor } from './cell-editor';
import { DecimalPlaces } from './decimal-places';
import classes from './grid.module.css';
import { GroupRow } from './group-row';
import type { Layout, PlacedColumn } from './layout';
import { groupAt, type Outline } from './outline';
import type { Range } from './range';
import { Row, spanOf } from './row';
import type { GridActions } from './use-actions';
import type { Cut } from './use-cut';
import type { Editing, GridSelection } from './use-selection';

interface Props {
  id: string;
  outline: Outline<Group>;
  groupText: GroupText;
  onFold: (at: number) => void;
  rows: readonly number[];
  lineAt: (row: number) => Line | undefined;
  layout: Layout;
  displayed: readonly PlacedColumn[];
  cellText: CellText;
  selection: GridSelection;
  cut: Cut | null;
  canWrite: boolean;
  attempts: ReadonlyMap<string, Attempts>;
  noted: Noted;
  actions: GridActions;
}

export function Body(props: Props) {
  const { id, outline, rows, lineAt, layout, displayed, cellText, selection, attempts, canWrite } = props;
  const { active, range, others, editing, fillTo } = selection;
  const cut = useCutSpans(props);
  const [decimals] = useState(() => new DecimalPlaces());
  const places = decimals.after(rows.map(lineAt), layout.columns);
  return (
    <div
      role="rowgroup"
      className={classes.body}
      style={{ height: outline.places * layout.rowHeight, width: layout.width }}
    >
      {rows.map((place) => {
        const row = outline.rowAt(place);
        const group = outline.groups[groupAt(row)];
        if (group)
          return (
            <GroupRow
              key={`group ${group.path}`}
              {...{ id, row, place, group, layout, displayed }}
              groupText={props.groupText}
              isFolded={outline.isFolded(group.path)}
              active={active.row === row ? active.column : -1}
              onFold={props.onFold}
            />
          );
        const line = lineAt(row);
        const isSelected = row >= range.firstRow && row <= range.lastRow;
        const isFilled = fillTo !== null && row > range.lastRow && row <= fillTo;
        const isEdited = editing?.cell.row === row;
        return (
          <Row
            key={row}
            id={id}
            row={row}
            place={place}
            number={(outline.offsetOf(row) ?? row) + 1}
            level={outline.depth > 0 ? outline.depth + 1 : undefined}
            line={line}
            layout={layout}
            displayed={displayed}
            cellText={cellText}
            active={active.row === row ? active.column : -1}
            firstSelected={isSelected || isFilled ? range.firstColumn : -1}
            lastSelected={isSelected || isFilled ? range.lastColumn : -2}
            isFilled={isFilled}
            alsoSelected={spansIn(row, others)}
            cut={line ? cut(line.id) : ''}
            hasHandle={canWrite && others.length === 0 && row === range.lastRow && !isEdited}
            attempts={line && attempts.get(line.id)}
            places={places}
            noted={line && props.noted.get(line.id)}
            editor={isEdited ? <Editor {...props} editing={editing} /> : null}
          />
        );
      })}
    </div>
  );
}

const spansIn = (row: number, ranges: readonly Range[]): string =>
  ranges
    .flatMap(({ firstRow, lastRow, firstColumn, lastColumn }) =>
      row >= firstRow && row <= lastRow ? [spanOf(firstColumn, lastColumn)] : [],
    )
    .join();

// A cut line is marked where it is now.
function useCutSpans({ cut, layout }: Props) {
  return useMemo(() => {
    const ids = new Set(cut?.lines.map(({ id }) => id));
    const keys = new Set(cut?.columns.map(({ key }) => key));
    const spans = layout.columns.flatMap(({ key, index }) => (keys.has(key) ? [spanOf(index, index)] : []));
    const text = spans.join();
    return (id: string) => (ids.has(id) ? text : '');
  }, [cut, layout]);
}

/** A text that was refused is shown again in place of the stored value. */
function Editor({ editing, layout, cellText, attempts, actions }: Props & { editing: Editing }) {
  const { cell, line, typed } = editing;
  const column = layout.columns[cell.column];
  if (!column) return null;
  const before = attempts.get(line.id)?.[column.key]?.text ?? cellText.plain(line.values[column.key], column);
  return (
    <CellEditor
      column={column}
      row={cell.row}
      line={line}
      text={typed ?? before}
      isTyped={typed !== null}
      calculate={cellText.calculate}
      onCommit={actions.leave}
      onCancel={actions.cancel}
      onFailed={actions.fail}
    />
  );
}
