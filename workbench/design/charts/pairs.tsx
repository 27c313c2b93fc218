import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSeriesFilter } from './legend';
import { Mark, Marks } from './marks';
import classes from './pairs.module.css';
import { hollowClass, seriesClass } from './series';

interface Side {
  value: number;
  name: string;
}

export interface Pair {
  id: string;
  label: ReactNode;
  href?: string | undefined;
  before: Side;
  after: Side;
  figure: ReactNode;
}

export const beforeClass = hollowClass;
export const afterClass = seriesClass(0);

const sides = ['before', 'after'] as const;
const classOf = { before: beforeClass, after: afterClass };

export function Pairs({ label, pairs }: { label: string; pairs: readonly Pair[] }) {
  const { isDrawn } = useSeriesFilter();
  const drawn = sides.filter(isDrawn);
  const longest = Math.max(
    ...pairs.flatMap((pair) => drawn.map((side) => pair[side].value)),
    Number.MIN_VALUE,
  );
  const order = pairs.flatMap(({ id }) => drawn.map((side) => `${id} ${side}`));
  const widthOf = ({ value }: Side) => ({ width: `${(Math.max(0, value) / longest) * 100}%` });
  return (
    <Marks label={label} order={order} className={classes.pairs}>
      {pairs.map((pair) => (
        <div key={pair.id} className={classes.row}>
          <div className={classes.label}>
            {pair.href === undefined ? pair.label : <Link href={pair.href}>{pair.label}</Link>}
          </div>
          <div className={classes.track}>
            {drawn.map((side) => (
              <Mark
                key={side}
                id={`${pair.id} ${side}`}
                name={pair[side].name}
                href={pair.href}
                className={`${classes.bar} ${classOf[side]}`}
                style={widthOf(pair[side])}
              />
            ))}
          </div>
          <div className={classes.figure}>{pair.figure}</div>
        </div>
      ))}
    </Marks>
  );
}
