import { MessageSquare } from '@consulting/design/icons';
import type { Column } from '../lines/columns';
import type { Noted } from '../lines/use-cell-notes';
import type { Selected } from './grid';
import classes from './grid.module.css';

interface Props {
  noted: Noted;
  columns: readonly Column[];
  selected: Selected;
}

// What stands in the note of the active cell, for whoever goes there without a pointer.
export function CellNote({ noted, columns, selected: { active, lines } }: Props) {
  const line = lines.at(active.row);
  const column = columns[active.column];
  const text = line && column ? noted.get(line.id)?.get(column.key) : undefined;
  if (text === undefined) return null;
  return (
    <p className={classes.note}>
      <MessageSquare /> {text}
    </p>
  );
}
