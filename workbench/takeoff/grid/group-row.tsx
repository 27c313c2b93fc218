import { ChevronDown, ChevronRight } from '@consulting/design/icons';
import { useFormats } from '@consulting/design/language';
import { memo } from 'react';
import type { Group, GroupText } from '../groups/read-groups';
import type { Sums } from '../lines/line-queries';
import grid from './grid.module.css';
import classes from './group-row.module.css';
import type { Layout, PlacedColumn } from './layout';
import { groupAt } from './outline';
import { cellId } from './row';
import { sumText } from './totals';

interface Props {
  id: string;
  row: number;
  place: number;
  group: Group;
  groupText: GroupText;
  isFolded: boolean;
  layout: Layout;
  displayed: readonly PlacedColumn[];
  active: number;
  onFold: (at: number) => void;
}

const numberWidth = 64;
const labelWidthMin = 260;

export const GroupRow = memo(function GroupRow(props: Props) {
  const { id, row, place, group, groupText, isFolded, layout, displayed, active, onFold } = props;
  const { name, count } = groupText(group);
  const Mark = isFolded ? ChevronRight : ChevronDown;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the grid, which has the focus
    <div
      role="row"
      id={cellId(id, row, Math.max(active, 0))}
      className={`${grid.row} ${classes.group}`}
      aria-rowindex={place + 3}
      aria-level={group.level}
      aria-expanded={!isFolded}
      style={{ transform: `translateY(${place * layout.rowHeight}px)`, width: layout.width }}
      onClick={() => onFold(groupAt(row))}
    >
      <div className={grid.frozen} style={{ width: layout.frozenWidth }}>
        <div
          role="rowheader"
          aria-colindex={1}
          className={`${grid.cell} ${classes.label} ${active >= 0 ? grid.active : ''}`}
          style={{
            width: Math.max(layout.frozenWidth, numberWidth + labelWidthMin),
            paddingInlineStart: `${group.level * 18 - 8}px`,
          }}
        >
          <Mark />
          <span className={classes.name}>{name}</span>
          <span className={classes.count}>{count}</span>
        </div>
      </div>
      {displayed.map((column) => (
        <Subtotal key={column.key} column={column} sum={group.sums[column.key]} />
      ))}
    </div>
  );
});

// A quantity is displayed where all of it is in one unit.
function Subtotal({ column, sum }: { column: PlacedColumn; sum: Sums[string] | undefined }) {
  const formats = useFormats();
  const isMixed = Array.isArray(sum) && sum.filter(({ quantity }) => quantity !== null).length > 1;
  if (sum === undefined || sum === null || isMixed) return null;
  return (
    <div
      role="gridcell"
      aria-colindex={column.index + 2}
      aria-readonly="true"
      className={`${grid.cell} ${grid.figure}`}
      style={column.style}
    >
      {sumText(sum, column, formats)}
    </div>
  );
}
