import {
  type CSSProperties,
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import classes from './marks.module.css';

interface Reach {
  /** Only this mark is reachable by the Tab key; the arrow keys lead to the others. */
  reachable: string | undefined;
  enter: (id: string) => void;
}

const ReachContext = createContext<Reach>({ reachable: undefined, enter: () => {} });

interface Tip {
  text: string;
  x: number;
  y: number;
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface MarksProps {
  label: string;
  order: readonly string[];
  className?: string | undefined;
  children: ReactNode;
}

export function Marks({ label, order, className = '', children }: MarksProps) {
  const group = useRef<HTMLDivElement>(null);
  const [entered, enter] = useState<string>();
  const [tip, setTip] = useState<Tip | null>(null);
  const reachable = entered !== undefined && order.includes(entered) ? entered : order[0];
  const show = ({ target }: FocusEvent | PointerEvent) => setTip(tipOf(target, group.current));
  const hide = () => setTip(null);
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
    const next = nextOf(event.key, order, reachable);
    if (next === undefined) return;
    event.preventDefault();
    group.current?.querySelector<HTMLElement>(`[data-mark="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    <div className={classes.stage}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
      <div
        ref={group}
        role="group"
        aria-label={label}
        className={className}
        onKeyDown={move}
        onFocus={show}
        onBlur={hide}
        onPointerOver={show}
        onPointerLeave={hide}
      >
        <ReachContext value={{ reachable, enter }}>{children}</ReachContext>
      </div>
      {tip && (
        <span className={classes.tip} style={{ left: tip.x, top: tip.y }} aria-hidden="true">
          {tip.text}
        </span>
      )}
    </div>
  );
}

function nextOf(key: string, order: readonly string[], from: string | undefined): string | undefined {
  if (key === 'Home') return order[0];
  if (key === 'End') return order.at(-1);
  const step = steps[key];
  return step === undefined || from === undefined ? undefined : order[order.indexOf(from) + step];
}

function tipOf(target: EventTarget, group: HTMLElement | null): Tip | null {
  const mark = target instanceof Element ? target.closest('[data-mark]') : null;
  const text = mark?.getAttribute('data-name');
  if (!mark || !group || !text) return null;
  const outer = group.getBoundingClientRect();
  const { left, top, width } = mark.getBoundingClientRect();
  const middle = left - outer.left + width / 2;
  const room = Math.min(120, outer.width / 2);
  return { text, x: Math.max(room, Math.min(outer.width - room, middle)), y: top - outer.top };
}

interface MarkProps {
  id: string;
  name: string;
  href?: string | undefined;
  className?: string | undefined;
  style?: CSSProperties;
  children?: ReactNode;
}

export function Mark({ id, name, href, className = '', style, children }: MarkProps) {
  const { reachable, enter } = useContext(ReachContext);
  const props = {
    'data-mark': id,
    'data-name': name,
    className: `${classes.mark} ${className}`,
    tabIndex: reachable === id ? 0 : -1,
    onFocus: () => enter(id),
    style,
  };
  if (href === undefined) return <span {...props} role="img" aria-label={name} />;
  return (
    <Link {...props} href={href}>
      <span className="unseen">{name}</span>
      <span aria-hidden="true" className={classes.shown}>
        {children}
      </span>
    </Link>
  );
}
