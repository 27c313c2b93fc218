import { useMessages } from '@consulting/design/language';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type Fault, lengthMax } from '../calculation/calculation';
import { placeBelow } from '../picks/pick-list';
import classes from './grid.module.css';

interface Props {
  id: string;
  fault: Fault;
  field: RefObject<HTMLElement | null>;
}

export function CalculationFault({ id, fault, field }: Props) {
  const { calculation } = useMessages().takeoff;
  const note = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (field.current && note.current) placeBelow(field.current, note.current);
  });
  const text =
    fault.kind === 'unreadable'
      ? calculation.unreadable({ at: fault.at })
      : fault.kind === 'tooLong'
        ? calculation.tooLong({ most: lengthMax })
        : calculation[fault.kind];
  return createPortal(
    <p ref={note} id={id} role="alert" className={classes.fault}>
      {text}
    </p>,
    document.body,
  );
}
