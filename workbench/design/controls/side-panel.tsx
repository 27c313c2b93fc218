import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { ArrowDown, ArrowUp, X } from '../icons';
import { useMessages } from '../language/language';
import { IconButton } from './icon-button';
import classes from './side-panel.module.css';

const widths = { min: 280, max: 720, usual: 380, step: 20 };

export interface SidePanelState {
  isOpen: boolean;
  toggle: () => void;
  width: number;
  resize: (width: number) => void;
}

function stored(name: string): { isOpen: boolean; width: number } {
  const [state, width] = localStorage.getItem(name)?.split(' ') ?? [];
  return { isOpen: state === 'open', width: Number(width) || widths.usual };
}

// An open panel stays open, with its width, until it is closed.
export function useSidePanel(of: string): SidePanelState {
  const name = `${of} panel`;
  const [{ isOpen, width }, setPanel] = useState(() => stored(name));
  const store = (next: ReturnType<typeof stored>) => {
    localStorage.setItem(name, `${next.isOpen ? 'open' : 'closed'} ${next.width}`);
    setPanel(next);
  };
  const bounded = (wanted: number) => Math.round(Math.min(widths.max, Math.max(widths.min, wanted)));
  return {
    isOpen,
    width,
    toggle: () => store({ isOpen: !isOpen, width }),
    resize: (wanted) => store({ isOpen, width: bounded(wanted) }),
  };
}

interface Props {
  panel: SidePanelState;
  name: string;
  neighbours: { at: number; count: number; goTo: (at: number) => void; previous: string; next: string };
  actions?: ReactNode;
  children: ReactNode;
}

// Details of one record of a list; the list stays in sight and in use.
export function SidePanel({ panel, name, neighbours, actions, children }: Props) {
  const { at, count, goTo, previous, next } = neighbours;
  const words = useMessages().shell.panel;
  return (
    <aside className={classes.panel} style={{ width: panel.width }} aria-label={words.title({ name })}>
      <Grip panel={panel} />
      <header className={classes.header}>
        <h3>{name}</h3>
        {actions}
        <IconButton label={previous} isDisabled={at <= 0} onPress={() => goTo(at - 1)}>
          <ArrowUp />
        </IconButton>
        <IconButton label={next} isDisabled={at >= count - 1} onPress={() => goTo(at + 1)}>
          <ArrowDown />
        </IconButton>
        <IconButton label={words.close} onPress={panel.toggle}>
          <X />
        </IconButton>
      </header>
      {children}
    </aside>
  );
}

const widened: Partial<Record<string, number>> = { ArrowLeft: widths.step, ArrowRight: -widths.step };

function Grip({ panel: { width, resize } }: { panel: SidePanelState }) {
  const words = useMessages().shell.panel;
  const [from, setFrom] = useState<number | null>(null);
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom(width + event.clientX);
  };
  const press = (event: KeyboardEvent) => {
    const by = widened[event.key];
    if (by === undefined) return;
    event.preventDefault();
    resize(width + by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: A separator that is moved is none that <hr> could be.
    <div
      role="separator"
      tabIndex={0}
      className={classes.grip}
      aria-orientation="vertical"
      aria-label={words.width}
      aria-valuenow={width}
      aria-valuemin={widths.min}
      aria-valuemax={widths.max}
      onPointerDown={begin}
      onPointerMove={({ clientX }) => from !== null && resize(from - clientX)}
      onPointerUp={() => setFrom(null)}
      onKeyDown={press}
    />
  );
}
