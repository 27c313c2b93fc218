import { type CSSProperties, memo, type ReactNode } from 'react';
import type { CellText } from '../lines/cell-text';
import type { Attempt, Attempts } from '../lines/changes';
import type { Line } from '../lines/line-queries';
import { type Places, placesOf } from './decimal-places';
import classes from './grid.module.css';
import type { Layout, PlacedColumn } from './layout';

interface Props {
  id: string;
  row: number;
  place: number;
  // Among all lines, those of folded groups counted.
  number: number;
  level: number | undefined;
  line: Line | undefined;
  layout: Layout;
  displayed: readonly PlacedColumn[];
  cellText: CellText;
  active: number;
  firstSelected: number;
  lastSelected: number;
  // Columns of further ranges and of what was cut, as texts, so that scrolling renders no row again.
  alsoSelected: string;
  cut: string;
  hasHandle: boolean;
  isFilled: boolean;
  attempts: Attempts | undefined;
  places: Places;
  // Texts of open notes by the field that they are on.
  noted: ReadonlyMap<string, string> | undefined;
  editor: ReactNode;
}

export const spanOf = (first: number, last: number): string => `${first}-${last}`;

const isInSpans = (spans: string, index: number): boolean =>
  spans !== '' &&
  spans.split(',').some((span) => {
    const [first, last] = span.split('-').map(Number);
    return index >= (first ?? 0) && index <= (last ?? -1);
  });

export const cellId = (id: string, row: number, column: number) => `${id}:${row}:${column}`;

const rowClass = (line: Line | undefined): string | undefined => {
  if (!line) return classes.unread;
  return line.colour === undefined ? classes.row : `${classes.row} ${classes.coloured}`;
};

/** Scrolling must not render a row again. */
export const Row = memo(function Row(props: Props) {
  const { id, row, place, line, layout, displayed } = props;
  return (
    <div
      role="row"
      className={rowClass(line)}
      aria-rowindex={place + 3}
      aria-level={props.level}
      style={
        {
          transform: `translateY(${place * layout.rowHeight}px)`,
          width: layout.width,
          '--rule': line?.colour,
        } as CSSProperties
      }
    >
      <div className={classes.frozen} style={{ width: layout.frozenWidth }}>
        <div role="rowheader" aria-colindex={1} className={classes.number} id={cellId(id, row, -1)}>
          {props.number}
        </div>
        {line && layout.frozen.map((column) => <GridCell key={column.key} column={column} {...props} />)}
      </div>
      {line ? (
        displayed.map((column) => <GridCell key={column.key} column={column} {...props} />)
      ) : (
        <UnreadCells {...props} />
      )}
    </div>
  );
});

const UnreadCells = ({ id, row, layout, active }: Props) => (
  <div
    role="gridcell"
    id={cellId(id, row, Math.max(active, 0))}
    aria-colindex={2}
    aria-colspan={layout.columns.length}
    aria-busy="true"
  />
);

function GridCell({ column, ...props }: Props & { column: PlacedColumn }) {
  const { id, row, line, cellText, active, firstSelected, lastSelected, attempts, editor } = props;
  const { key, index, isEditable } = column;
  const attempt = attempts?.[key];
  const isActive = active === index;
  const isInRange = index >= firstSelected && index <= lastSelected;
  const isSelected = isInRange || isInSpans(props.alsoSelected, index);
  const warning = line && !attempt ? cellText.warning(line.values, column) : null;
  const note = props.noted?.get(key);
  const text = attempt ? attempt.text : line ? cellText.displayed(line.values[key], column) : '';
  return (
    <div
      role="gridcell"
      id={cellId(id, row, index)}
      className={classNames(column, {
        isActive,
        isSelected,
        isFilled: isInRange && props.isFilled,
        isCut: isInSpans(props.cut, index),
        attempt,
        isWarned: warning !== null,
        isNoted: note !== undefined,
      })}
      style={column.style}
      data-padding={attempt ? undefined : paddingOf(line?.values[key], props.places.get(key), cellText)}
      aria-colindex={index + 2}
      aria-selected={isSelected}
      aria-readonly={isEditable ? undefined : true}
      aria-invalid={attempt?.fault ? true : undefined}
      title={attempt?.fault ?? warning ?? note}
      aria-description={[warning, note].filter((one) => one != null).join(' ') || undefined}
    >
      {isActive && editor ? editor : text}
      {attempt?.theirs != null && <span className={classes.theirs}>{attempt.theirs}</span>}
      {props.hasHandle && index === lastSelected && <span className={classes.handle} data-handle="" />}
    </div>
  );
}

// Decimals that others of the column have, unseen, so that the decimal signs stand below each other.
function paddingOf(value: unknown, places = 0, { decimalSign }: CellText): string | undefined {
  const missing = places - placesOf(value);
  if (typeof value !== 'number' || missing <= 0) return undefined;
  return `${missing === places ? decimalSign : ''}${'0'.repeat(missing)}`;
}

interface Look {
  isActive: boolean;
  isSelected: boolean;
  isFilled: boolean;
  isCut: boolean;
  attempt: Attempt | undefined;
  isWarned: boolean;
  isNoted: boolean;
}

function classNames(
  column: PlacedColumn,
  { isActive, isSelected, isFilled, isCut, attempt, isWarned, isNoted }: Look,
): string {
  const names = [classes.cell];
  if (column.isNumber) names.push(classes.figure);
  if (column.isComputed) names.push(classes.computed);
  if (isSelected) names.push(isFilled ? classes.filling : classes.selected);
  if (isCut) names.push(classes.cut);
  if (isActive) names.push(classes.active);
  if (attempt) names.push(attempt.isPending ? classes.held : classes.underway);
  if (attempt?.fault) names.push(classes.refused);
  if (isWarned) names.push(classes.warned);
  if (isNoted) names.push(classes.noted);
  return names.join(' ');
}
