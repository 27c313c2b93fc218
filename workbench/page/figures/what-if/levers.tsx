import { NumberField, SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useState } from 'react';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import { type Scope, useSettings } from '../view/address';
import { useDisciplines } from '../view/disciplines';
import { levers, percentMost, percentSettings, type Supposed } from './changes';
import classes from './what-if.module.css';

const everyDiscipline = 'all';

export function Levers({ scope, supposed }: { scope: Scope; supposed: Supposed }) {
  const { figures } = useMessages();
  const [, change] = useSettings();
  const disciplines = useDisciplines(scope);
  const choices = [...disciplines].map(([id, label]) => ({ id, label }));
  return (
    <>
      <SelectField
        label={figures.whatIf.about}
        choices={[{ id: everyDiscipline, label: figures.allDisciplines }, ...choices]}
        value={supposed.discipline ?? everyDiscipline}
        onChange={(key) => change({ discipline: key === everyDiscipline ? null : String(key) }, true)}
      />
      {levers.map((lever) => (
        <PercentLever
          key={lever}
          label={figures.whatIf.levers[lever]}
          percent={supposed.percents[lever]}
          onChange={(percent) => change(percentSettings(lever, percent), true)}
        />
      ))}
    </>
  );
}

interface PercentProps {
  label: string;
  percent: number;
  onChange: (percent: number) => void;
}

/** The address changes only when the thumb is released. */
function PercentLever({ label, percent, onChange }: PercentProps) {
  const { figures } = useMessages();
  const [dragged, setDragged] = useState<number | null>(null);
  const format = {
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
    style: 'unit',
    unit: 'percent',
  } as const;
  const settle = (value: number) => {
    setDragged(null);
    onChange(value);
  };
  return (
    <div className={classes.lever}>
      <Slider
        className={classes.slider}
        minValue={-percentMost}
        maxValue={percentMost}
        step={1}
        value={dragged ?? Math.round(percent)}
        onChange={(value) => setDragged(single(value))}
        onChangeEnd={(value) => settle(single(value))}
        formatOptions={format}
      >
        <Label className={classes.name}>{label}</Label>
        <SliderOutput className="unseen" />
        <SliderTrack className={classes.track}>
          <span className={classes.middle} aria-hidden="true" />
          <SliderThumb className={classes.thumb} />
        </SliderTrack>
      </Slider>
      <NumberField
        label=""
        aria-label={figures.whatIf.typed({ label })}
        value={dragged ?? percent}
        minValue={-percentMost}
        maxValue={percentMost}
        step={0.1}
        formatOptions={format}
        onChange={(value) => settle(Number.isNaN(value) ? 0 : value)}
      />
    </div>
  );
}

const single = (value: number | number[]): number => (Array.isArray(value) ? (value[0] ?? 0) : value);
