import { useMessages } from '@consulting/design/language';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import classes from './picks.module.css';
import type { Pick } from './use-picks';

interface Props {
  id: string;
  label: string;
  field: RefObject<HTMLInputElement | null>;
  picks: readonly Pick[];
  marked: number;
  isFree: boolean;
  onPick: (pick: Pick) => void;
}

export const pickId = (id: string, at: number) => `${id}-pick-${at}`;

/** A cell hides what is larger than itself, so the list lies above the page. */
export function PickList({ id, label, field, picks, marked, isFree, onPick }: Props) {
  const { takeoff } = useMessages();
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => field.current && list.current && placeBelow(field.current, list.current);
    place();
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', place, { capture: true });
  });
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  if (picks.length === 0 && isFree) return null;
  return createPortal(
    <div ref={list} className={classes.list}>
      <div role="listbox" id={id} aria-label={label}>
        {picks.map((pick, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field that names the option has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={pick.label}
            id={pickId(id, at)}
            role="option"
            aria-selected={at === marked}
            className={at === marked ? `${classes.pick} ${classes.marked}` : classes.pick}
            onPointerDown={(event) => {
              event.preventDefault();
              event.stopPropagation();
            }}
            onClick={(event) => {
              event.stopPropagation();
              onPick(pick);
            }}
          >
            {pick.label}
          </div>
        ))}
      </div>
      {picks.length === 0 && <p className={classes.none}>{takeoff.grid.noChoice}</p>}
    </div>,
    document.body,
  );
}

const gap = 2;

export function placeBelow(field: HTMLElement, list: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const { innerHeight, innerWidth } = window;
  list.style.minWidth = `${width}px`;
  list.style.left = `${Math.max(0, Math.min(left, innerWidth - list.offsetWidth - gap))}px`;
  const isAbove = bottom + list.offsetHeight > innerHeight && top > innerHeight - bottom;
  list.style.top = `${isAbove ? Math.max(0, top - list.offsetHeight - gap) : bottom + gap}px`;
}
