import classes from './legend.module.css';

export interface LegendEntry {
  label: string;
  swatch: string;
}

export const Legend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <ul className={classes.legend}>
    {entries.map(({ label, swatch }) => (
      <li key={label} className={classes.entry}>
        <span className={`${classes.swatch} ${swatch}`} aria-hidden="true" />
        {label}
      </li>
    ))}
  </ul>
);
