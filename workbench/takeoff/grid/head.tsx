import { ArrowDown, ArrowUp } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import type { SortKey } from '@consulting/takeoff-lines';
import { memo } from 'react';
import { ofEachLine } from '../lines/columns';
import classes from './grid.module.css';
import type { Layout, PlacedColumn } from './layout';
import { headRow } from './range';
import { cellId } from './row';

interface Props {
  id: string;
  layout: Layout;
  displayed: readonly PlacedColumn[];
  sort: readonly SortKey[];
  active: number;
}

export const Head = memo(function Head(props: Props) {
  const { layout, displayed } = props;
  const { takeoff } = useMessages();
  return (
    <div role="rowgroup" className={classes.head} style={{ width: layout.width }}>
      <div role="row" aria-rowindex={1} className={classes.groups}>
        <div className={classes.frozen} style={{ width: layout.frozenWidth }}>
          {groupsOf(layout.frozen).map((group) => (
            <Group key={group.index} {...group} />
          ))}
        </div>
        {groupsOf(displayed).map((group) => (
          <Group key={group.index} {...group} />
        ))}
      </div>
      <div role="row" aria-rowindex={2} className={classes.labels}>
        <div className={classes.frozen} style={{ width: layout.frozenWidth }}>
          <div role="columnheader" aria-colindex={1} className={classes.number}>
            <span className="unseen">{takeoff.grid.rowNumber}</span>#
          </div>
          {layout.frozen.map((column) => (
            <ColumnHead key={column.key} column={column} {...props} />
          ))}
        </div>
        {displayed.map((column) => (
          <ColumnHead key={column.key} column={column} {...props} />
        ))}
      </div>
    </div>
  );
});

interface GroupOfColumns {
  label: string;
  index: number;
  count: number;
  left: number;
  width: number;
}

function groupsOf(columns: readonly PlacedColumn[]): GroupOfColumns[] {
  const groups: GroupOfColumns[] = [];
  for (const { group: label, index, left, width } of columns) {
    const last = groups.at(-1);
    if (last?.label === label) {
      last.count += 1;
      last.width += width;
    } else groups.push({ label, index, count: 1, left, width });
  }
  return groups;
}

const Group = ({ label, index, count, left, width }: GroupOfColumns) => (
  <div
    role="columnheader"
    aria-colindex={index + 2}
    aria-colspan={count}
    className={classes.group}
    style={{ left, width }}
  >
    <span className={classes.groupLabel}>{label}</span>
  </div>
);

const directions = { asc: 'ascending', desc: 'descending' } as const;

function ColumnHead({ id, column, sort, active }: Props & { column: PlacedColumn }) {
  const { takeoff } = useMessages();
  const { key, label, unit, index, style, isNumber, isComputed, formula, description } = column;
  const place = sort.findIndex(({ field }) => field === key);
  const direction = sort[place]?.direction;
  const isSecond = sort.length > 1 && direction !== undefined;
  return (
    <div
      role="columnheader"
      id={cellId(id, headRow, index)}
      className={`${classes.label} ${isNumber ? classes.figure : ''} ${active === index ? classes.active : ''}`}
      style={style}
      aria-colindex={index + 2}
      aria-sort={direction ? directions[direction] : 'none'}
      title={formula ? takeoff.grid.formula({ formula }) : description}
    >
      <span className={classes.labelText}>
        {isComputed && (
          <span className={classes.mark} aria-hidden="true">
            ƒ
          </span>
        )}
        {label}
        {unit !== null && unit !== ofEachLine && <span className={classes.unit}> {unit}</span>}
      </span>
      {direction && (
        <span className={classes.direction} aria-hidden="true">
          {direction === 'asc' ? <ArrowUp /> : <ArrowDown />}
          {isSecond && place + 1}
        </span>
      )}
      <span className={classes.grip} data-grip={index} />
    </div>
  );
}
