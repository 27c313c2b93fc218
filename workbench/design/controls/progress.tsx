import type { ReactNode } from 'react';
import { Label, ProgressBar } from 'react-aria-components';
import { useFormats } from '../language/language';
import classes from './progress.module.css';

interface Props {
  label: string;
  value: number | null;
  max?: number;
  words?: string;
  children?: ReactNode;
}

export function Progress({ label, value, max = 100, words, children }: Props) {
  const formats = useFormats();
  const percent = value === null || max === 0 ? 0 : (100 * value) / max;
  const reported = words ?? (value === null ? undefined : formats.percent(percent, 0));
  return (
    <ProgressBar
      className={classes.progress}
      value={percent}
      isIndeterminate={value === null}
      valueLabel={reported}
    >
      <div className={classes.words}>
        <Label>{label}</Label>
        <span className="number">{reported}</span>
      </div>
      <div className={classes.track}>
        <div
          className={value === null ? `${classes.done} ${classes.unknown}` : classes.done}
          style={value === null ? undefined : { inlineSize: `${percent}%` }}
        />
      </div>
      {children}
    </ProgressBar>
  );
}
