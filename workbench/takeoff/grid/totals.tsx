import type { Formats } from '@consulting/design/language';
import { useFormats, useMessages } from '@consulting/design/language';
import { unitTexts } from '@consulting/takeoff-lines';
import { memo } from 'react';
import type { Sums } from '../lines/line-queries';
import classes from './grid.module.css';
import type { Layout, PlacedColumn } from './layout';
import { cellId } from './row';

interface Props {
  id: string;
  row: number;
  place: number;
  layout: Layout;
  displayed: readonly PlacedColumn[];
  sums: Sums | undefined;
  active: number;
}

export const Totals = memo(function Totals(props: Props) {
  const { layout, displayed } = props;
  const { takeoff } = useMessages();
  return (
    <div role="rowgroup" className={classes.foot} style={{ width: layout.width }}>
      <div role="row" aria-rowindex={props.place + 3} className={classes.totals}>
        <div className={classes.frozen} style={{ width: layout.frozenWidth }}>
          <div role="rowheader" aria-colindex={1} className={classes.number}>
            <span className="unseen">{takeoff.grid.totals}</span>
            <span aria-hidden="true">Σ</span>
          </div>
          {layout.frozen.map((column) => (
            <Total key={column.key} column={column} {...props} />
          ))}
        </div>
        {displayed.map((column) => (
          <Total key={column.key} column={column} {...props} />
        ))}
      </div>
    </div>
  );
});

function Total({ id, row, column, sums, active }: Props & { column: PlacedColumn }) {
  const formats = useFormats();
  const text = sums ? sumText(sums[column.key], column, formats) : '';
  return (
    <div
      role="gridcell"
      id={cellId(id, row, column.index)}
      className={`${classes.cell} ${classes.figure} ${active === column.index ? classes.active : ''}`}
      style={column.style}
      aria-colindex={column.index + 2}
      aria-readonly="true"
      title={text}
    >
      {text}
    </div>
  );
}

export function sumText(
  sum: Sums[string] | undefined,
  { decimals }: Pick<PlacedColumn, 'decimals'>,
  formats: Formats,
): string {
  if (sum === undefined || sum === null) return '';
  if (!Array.isArray(sum)) return formats.number(sum, decimals === 2 ? 2 : undefined);
  return unitTexts(sum, formats).join(' · ');
}
