import type { ReactNode } from 'react';
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
  before: Side;
  after: Side;
  figure: ReactNode;
}

export const beforeClass = hollowClass;
export const afterClass = seriesClass(0);

export function Pairs({ label, pairs }: { label: string; pairs: readonly Pair[] }) {
  const longest = Math.max(
    ...pairs.flatMap(({ before, after }) => [before.value, after.value]),
    Number.MIN_VALUE,
  );
  const order = pairs.flatMap(({ id }) => [`${id} before`, `${id} after`]);
  const widthOf = ({ value }: Side) => ({ width: `${(Math.max(0, value) / longest) * 100}%` });
  return (
    <Marks label={label} order={order} className={classes.pairs}>
      {pairs.map(({ id, label: text, before, after, figure }) => (
        <div key={id} className={classes.row}>
          <div className={classes.label}>{text}</div>
          <div className={classes.track}>
            <Mark
              id={`${id} before`}
              name={before.name}
              className={`${classes.bar} ${beforeClass}`}
              style={widthOf(before)}
            />
            <Mark
              id={`${id} after`}
              name={after.name}
              className={`${classes.bar} ${afterClass}`}
              style={widthOf(after)}
            />
          </div>
          <div className={classes.figure}>{figure}</div>
        </div>
      ))}
    </Marks>
  );
}
