import { ApiProblem } from '@consulting/foundation/api';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Column } from '../lines/columns';
import type { Line } from '../lines/line-queries';
import { PickList, pickId } from './pick-list';
import { type Pick, usePicks } from './use-picks';

interface Props<Leaving> {
  column: Column;
  line: Line;
  label: string;
  className: string;
  text: string;
  isTyped: boolean;
  leavingBy: (event: KeyboardEvent) => Leaving | null;
  stay: Leaving;
  onCommit: (text: string, leaving: Leaving) => void;
  onCancel: () => void;
  onFailed: (error: unknown) => void;
}

export const hasPicks = ({ key, type }: Column): boolean =>
  type === 'enum' || ['crewCode', 'wbsCode', 'unitOfMeasure'].includes(key);

export function PickEditor<Leaving>(props: Props<Leaving>) {
  const { column, line, label, className, stay, leavingBy, onCommit, onCancel, onFailed } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  const [typed, setTyped] = useState(props.isTyped ? props.text : null);
  const [moved, setMoved] = useState<number | null>(null);
  const [isMaking, setMaking] = useState(false);
  const { picks, isFree } = usePicks(column, line, typed);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (!props.isTyped) field.current?.select();
  }, [props.isTyped]);
  const isSought = typed !== null && typed.trim() !== '';
  const first = !isFree && isSought && picks.length > 0 ? 0 : -1;
  const marked = moved === null ? first : Math.min(moved, picks.length - 1);
  const commit = (text: string, leaving: Leaving) => {
    if (isLeft.current) return;
    isLeft.current = true;
    onCommit(text, leaving);
  };
  const take = (pick: Pick, leaving: Leaving) => {
    if (!pick.make) return commit(pick.text, leaving);
    setMaking(true);
    pick.make().then(
      (text) => commit(text, leaving),
      (error: unknown) => {
        if (!isLeft.current) onCancel();
        isLeft.current = true;
        onFailed(error instanceof ApiProblem ? error : new Error(String(error)));
      },
    );
  };
  const leave = (leaving: Leaving) => {
    const pick = picks[marked];
    if (pick && (moved !== null || first >= 0)) take(pick, leaving);
    else commit(field.current?.value ?? '', leaving);
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    const leaving = leavingBy(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (leaving !== null) {
      event.preventDefault();
      if (!isMaking) leave(leaving);
    } else if (event.key === 'Escape') {
      isLeft.current = true;
      onCancel();
    } else if (step !== undefined && picks.length > 0) {
      event.preventDefault();
      setMoved((marked + step + picks.length) % picks.length);
    }
  };
  return (
    <>
      <input
        ref={field}
        role="combobox"
        className={className}
        aria-label={label}
        aria-expanded={picks.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={marked < 0 ? undefined : pickId(id, marked)}
        aria-busy={isMaking}
        readOnly={isMaking}
        autoComplete="off"
        defaultValue={props.text}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMoved(null);
        }}
        onKeyDown={pressed}
        onBlur={(event) => !isMaking && commit(event.currentTarget.value, stay)}
      />
      <PickList {...{ id, label, field, picks, marked, isFree }} onPick={(pick) => take(pick, stay)} />
    </>
  );
}
