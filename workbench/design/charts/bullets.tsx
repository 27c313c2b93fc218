import type { ReactNode } from 'react';
import classes from './bullets.module.css';
import { Mark, Marks } from './marks';

export interface Bullet {
  id: string;
  label: ReactNode;
  name: string;
  value: number;
  range: { low: number; middle: number; high: number } | null;
  isOutside: boolean;
  href?: string | undefined;
  figure: ReactNode;
}

export const rangeClass = classes.range ?? '';
export const middleClass = classes.middle ?? '';
export const valueClass = classes.value ?? '';

interface Props {
  label: string;
  bullets: readonly Bullet[];
  withoutRange: string;
}

export const Bullets = ({ label, bullets, withoutRange }: Props) => (
  <Marks label={label} order={bullets.map(({ id }) => id)} className={classes.bullets}>
    {bullets.map((bullet) => (
      <div key={bullet.id} className={classes.row}>
        <div className={classes.label}>{bullet.label}</div>
        <div className={classes.track}>
          {bullet.range === null ? (
            <span className="quiet">{withoutRange}</span>
          ) : (
            <Drawn {...bullet} range={bullet.range} />
          )}
          <Mark id={bullet.id} name={bullet.name} href={bullet.href} className={classes.whole} />
        </div>
        <div className={classes.figure}>{bullet.figure}</div>
      </div>
    ))}
  </Marks>
);

const width = 100;
const margin = 1.15;

function Drawn({ value, range, isOutside }: Bullet & { range: NonNullable<Bullet['range']> }) {
  const { low, middle, high } = range;
  const longest = Math.max(value, high, Number.MIN_VALUE) * margin;
  const at = (figure: number) => (Math.max(0, figure) / longest) * width;
  return (
    <svg viewBox={`0 0 ${width} 20`} preserveAspectRatio="none" aria-hidden="true" className={classes.drawn}>
      <rect className={classes.range} x={at(low)} y={1} width={at(high) - at(low)} height={18} />
      <rect
        className={isOutside ? classes.outside : classes.value}
        x={0}
        y={6.5}
        width={at(value)}
        height={7}
      />
      <rect className={classes.middle} x={at(middle) - 0.25} y={1} width={0.5} height={18} />
    </svg>
  );
}
