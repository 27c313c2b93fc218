import { scaleLinear } from 'd3-scale';
import { useFormats, useMessages } from '../language/language';
import { Mark, Marks } from './marks';
import { seriesClass } from './series';
import classes from './waterfall.module.css';

export interface WaterfallStep {
  id: string;
  label: string;
  /** A level begins at the axis; a change floats between the levels before and after it. */
  kind: 'level' | 'change';
  value: number;
  figure: string;
  name: string;
  href?: string | undefined;
}

interface Placed extends WaterfallStep {
  low: number;
  high: number;
  end: number;
}

const riseSeries = 1;
const fallSeries = 2;
const levelSeries = 0;

function placed(steps: readonly WaterfallStep[]): Placed[] {
  let level = 0;
  return steps.map((step) => {
    const start = step.kind === 'level' ? 0 : level;
    level = start + step.value;
    return { ...step, low: Math.min(start, level), high: Math.max(start, level), end: level };
  });
}

/** The axis begins above zero where changes would be too small to see next to the levels. */
function domainOf(steps: readonly Placed[]): [number, number] {
  const ends = steps.map(({ end }) => end);
  const most = Math.max(...steps.map(({ high }) => high), 0);
  const least = Math.min(...ends);
  const spread = Math.max(...ends) - least;
  if (least <= 0 || spread > most * 0.35) return [Math.min(0, least), most];
  return [Math.max(0, least - Math.max(spread * 0.6, most * 0.002)), most];
}

function seriesOf({ kind, value }: WaterfallStep): number {
  if (kind === 'level') return levelSeries;
  return value < 0 ? fallSeries : riseSeries;
}

const decimalsMost = 6;

function tickLabels(ticks: readonly number[], short: (value: number, decimals: number) => string) {
  for (let decimals = 1; ; decimals++) {
    const labels = ticks.map((tick) => short(tick, decimals));
    if (new Set(labels).size === labels.length || decimals === decimalsMost) return labels;
  }
}

export function Waterfall({ label, steps }: { label: string; steps: readonly WaterfallStep[] }) {
  const { charts } = useMessages().figures;
  const formats = useFormats();
  const rows = placed(steps);
  const scale = scaleLinear().domain(domainOf(rows)).range([0, 100]).nice(5).clamp(true);
  const [start = 0] = scale.domain();
  const ticks = scale.ticks(5);
  const labels = tickLabels(ticks, formats.short);
  return (
    <div className={classes.frame}>
      <Marks label={label} order={rows.map(({ id }) => id)} className={classes.waterfall}>
        {rows.map((row, at) => (
          <div key={row.id} className={`${classes.row} ${row.kind === 'level' ? classes.level : ''}`}>
            <div className={classes.label}>{row.label}</div>
            <div className={classes.track}>
              {ticks.map((tick) => (
                <span key={tick} className={classes.grid} style={{ left: `${scale(tick)}%` }} />
              ))}
              {at < rows.length - 1 && (
                <span className={classes.connector} style={{ left: `${scale(row.end)}%` }} />
              )}
              <Mark
                id={row.id}
                name={row.name}
                href={row.href}
                className={`${classes.bar} ${seriesClass(seriesOf(row))}`}
                style={{
                  left: `${scale(row.low)}%`,
                  width: `max(2px, ${scale(row.high) - scale(row.low)}%)`,
                }}
              />
            </div>
            <div className={classes.figure}>
              {row.kind === 'change' && (
                <span className={classes.sign} aria-hidden="true">
                  {row.value < 0 ? '▼' : '▲'}
                </span>
              )}
              {row.figure}
            </div>
          </div>
        ))}
        <div className={classes.row} aria-hidden="true">
          <div className={classes.axis}>
            {ticks.map((tick, at) => (
              <span key={tick} className={classes.tick} style={{ left: `${scale(tick)}%` }}>
                {labels[at]}
              </span>
            ))}
          </div>
        </div>
      </Marks>
      {start > 0 && (
        <p className="quiet">
          {charts.axisFrom({ start: ticks[0] === start ? (labels[0] ?? '') : formats.short(start) })}
        </p>
      )}
    </div>
  );
}
