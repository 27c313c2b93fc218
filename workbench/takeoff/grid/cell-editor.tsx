import { useMessages } from '@consulting/design/language';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Fault } from '../calculation/calculation';
import type { Column } from '../lines/columns';
import type { Line } from '../lines/line-queries';
import { hasPicks, PickEditor } from '../picks/pick-editor';
import { CalculationFault } from './calculation-fault';
import classes from './grid.module.css';

export type Leaving = 'stay' | 'all' | 'down' | 'up' | 'right' | 'left';

interface Props {
  column: Column;
  row: number;
  line: Line;
  text: string;
  isTyped: boolean;
  calculate: (text: string, column: Column) => number | Fault | null;
  onCommit: (text: string, leaving: Leaving) => void;
  onCancel: () => void;
  onFailed: (error: unknown) => void;
}

const leavingBy = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): Leaving | null => {
  if (key === 'Enter' && (ctrlKey || metaKey)) return 'all';
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'left' : 'right';
  return null;
};

export function CellEditor({
  column,
  row,
  line,
  text,
  isTyped,
  onCommit,
  onCancel,
  onFailed,
  ...props
}: Props) {
  const { takeoff } = useMessages();
  const faultId = useId();
  const isLeft = useRef(false);
  const field = useRef<HTMLElement>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const commit = (value: string, leaving: Leaving) => {
    if (isLeft.current) return;
    isLeft.current = true;
    onCommit(value, leaving);
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) => {
    event.stopPropagation();
    const leaving = leavingBy(event);
    if (leaving) {
      event.preventDefault();
      const result = props.calculate(event.currentTarget.value, column);
      if (result === null || typeof result === 'number') commit(event.currentTarget.value, leaving);
      else setFault(result);
    } else if (event.key === 'Escape') {
      isLeft.current = true;
      onCancel();
    }
  };
  const shared = {
    className: `${classes.editor} ${column.isNumber ? classes.figure : ''}`,
    'aria-label': takeoff.grid.editing({ column: column.label, row: row + 1 }),
    defaultValue: text,
    onKeyDown: pressed,
  };
  const enter = (element: HTMLInputElement | HTMLSelectElement | null) => {
    field.current = element;
    element?.focus({ preventScroll: true });
    if (element instanceof HTMLInputElement && !isTyped) element.select();
  };
  if (hasPicks(column))
    return (
      <PickEditor
        {...{ column, line, text, isTyped, leavingBy, onCommit, onCancel, onFailed }}
        label={shared['aria-label']}
        className={shared.className}
        stay="stay"
      />
    );
  const choices = column.type === 'boolean' ? ['', takeoff.grid.yes, takeoff.grid.no] : null;
  if (choices)
    return (
      <select ref={enter} {...shared} onBlur={(event) => commit(event.currentTarget.value, 'stay')}>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  return (
    <>
      <input
        ref={enter}
        {...shared}
        type={column.type === 'date' ? 'date' : 'text'}
        inputMode={column.isNumber ? 'decimal' : undefined}
        autoComplete="off"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? faultId : undefined}
        onInput={() => setFault(null)}
        onBlur={(event) => commit(event.currentTarget.value, 'stay')}
      />
      {fault && <CalculationFault {...{ fault, field }} id={faultId} />}
    </>
  );
}
