import classes from './legend.module.css';
import { seriesClass } from './series';

export interface LegendEntry {
  label: string;
  series: number;
}

export const Legend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <ul className={classes.legend}>
    {entries.map(({ label, series }) => (
      <li key={label} className={classes.entry}>
        <span className={`${classes.swatch} ${seriesClass(series)}`} aria-hidden="true" />
        {label}
      </li>
    ))}
  </ul>
);
