import { ToggleButton } from 'react-aria-components';
import { useMessages } from '../language/language';
import classes from './legend.module.css';
import { useListed } from './listed';

export interface LegendEntry {
  label: string;
  swatch: string;
}

export const Legend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <ul className={classes.legend}>
    {entries.map(({ label, swatch }) => (
      <li key={label} className={classes.entry}>
        <Entry label={label} swatch={swatch} />
      </li>
    ))}
  </ul>
);

const Entry = ({ label, swatch }: LegendEntry) => (
  <>
    <span className={`${classes.swatch} ${swatch}`} aria-hidden="true" />
    {label}
  </>
);

interface FilterProps {
  entries: readonly (LegendEntry & { id: string })[];
}

// A legend whose entries leave their series out of the chart and take it in again.
export function LegendFilter({ entries }: FilterProps) {
  const { charts } = useMessages().figures;
  const { isDrawn, toggle } = useSeriesFilter();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div role="group" aria-label={charts.legend} className={classes.legend}>
      {entries.map(({ id, label, swatch }) => (
        <ToggleButton
          key={id}
          className={classes.toggle}
          isSelected={isDrawn(id)}
          onChange={() => toggle(id)}
        >
          <Entry label={label} swatch={swatch} />
        </ToggleButton>
      ))}
    </div>
  );
}

const settingName = 'without';

// The address says which series are left out.
export function useSeriesFilter() {
  const [without, setWithout] = useListed(settingName);
  return {
    isDrawn: (id: string) => !without.includes(id),
    toggle: (id: string) =>
      setWithout(without.includes(id) ? without.filter((one) => one !== id) : [...without, id]),
  };
}
