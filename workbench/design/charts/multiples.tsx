import { Link } from 'wouter';
import { type Bar, Bars, lengthOfLongest } from './bars';
import classes from './multiples.module.css';

export interface Multiple {
  id: string;
  label: string;
  figure: string;
  href?: string | undefined;
  bars: readonly Bar[];
}

// The same chart for each of several, all on one scale.
export function Multiples({ label, multiples }: { label: string; multiples: readonly Multiple[] }) {
  const most = lengthOfLongest(multiples.flatMap(({ bars }) => bars));
  return (
    <ul className={classes.multiples} aria-label={label}>
      {multiples.map(({ id, label: name, figure, href, bars }) => (
        <li key={id} className={classes.multiple}>
          <div className={classes.head}>
            <span className={classes.name}>
              {href === undefined ? name : <Link href={href}>{name}</Link>}
            </span>
            <span className={classes.figure}>{figure}</span>
          </div>
          <Bars label={name} bars={bars} most={most} isSmall />
        </li>
      ))}
    </ul>
  );
}
