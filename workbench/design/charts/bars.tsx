import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './bars.module.css';
import { Mark, Marks } from './marks';
import { seriesClass } from './series';

export interface BarPart {
  key: string;
  value: number;
  series: number;
  name: string;
  href?: string | undefined;
}

export interface Bar {
  id: string;
  label: ReactNode;
  detail?: ReactNode;
  href?: string | undefined;
  figure: ReactNode;
  parts: readonly BarPart[];
}

const idOf = (bar: Bar, part: BarPart) => `${bar.id} ${part.key}`;

interface Props {
  label: string;
  bars: readonly Bar[];
  // The length of the longest of several charts on one scale.
  most?: number;
  isSmall?: boolean;
}

export function Bars({ label, bars, most, isSmall = false }: Props) {
  const drawn = bars.map((bar) => ({ ...bar, parts: bar.parts.filter(({ value }) => value > 0) }));
  const longest = most ?? lengthOfLongest(bars);
  const order = drawn.flatMap((bar) => bar.parts.map((part) => idOf(bar, part)));
  return (
    <Marks label={label} order={order} className={`${classes.bars} ${isSmall ? classes.small : ''}`}>
      {drawn.map((bar) => (
        <div key={bar.id} className={classes.row}>
          <div className={classes.label}>
            {bar.href === undefined ? bar.label : <Link href={bar.href}>{bar.label}</Link>}
            {bar.detail !== undefined && <span className={classes.detail}>{bar.detail}</span>}
          </div>
          <div className={classes.track}>
            {bar.parts.map((part) => (
              <Mark
                key={part.key}
                id={idOf(bar, part)}
                name={part.name}
                href={part.href ?? bar.href}
                className={`${classes.part} ${seriesClass(part.series)}`}
                style={{ width: `${(part.value / longest) * 100}%` }}
              />
            ))}
          </div>
          <div className={classes.figure}>{bar.figure}</div>
        </div>
      ))}
    </Marks>
  );
}

export function lengthOfLongest(bars: readonly Pick<Bar, 'parts'>[]): number {
  const lengths = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + Math.max(0, value), 0));
  return Math.max(...lengths, Number.MIN_VALUE);
}
