import { scaleLinear } from 'd3-scale';
import { useFormats, useMessages } from '../language/language';
import { widthIn } from './fitted';
import { Mark, Marks } from './marks';
import { seriesClass } from './series';
import { labelOf, ticksOf } from './ticks';
import classes from './waterfall.module.css';
import { useWidth } from './width';

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

export function Waterfall({ label, steps }: { label: string; steps: readonly WaterfallStep[] }) {
  const { charts } = useMessages().figures;
  const formats = useFormats();
  const rows = placed(steps);
  const scale = scaleLinear().domain(domainOf(rows)).range([0, 100]).nice(5).clamp(true);
  const [axis, width] = useWidth<HTMLDivElement>();
  const ticks = axis.current ? ticksOf(scale, formats, width, widthIn(axis.current, 400)) : [];
  const [start = 0] = scale.domain();
  return (
    <div className={classes.frame}>
      <Marks label={label} order={rows.map(({ id }) => id)} className={classes.waterfall}>
        {rows.map((row, at) => (
          <div key={row.id} className={`${classes.row} ${row.kind === 'level' ? classes.level : ''}`}>
            <div className={classes.label}>{row.label}</div>
            <div className={classes.track}>
              {ticks.map(({ value }) => (
                <span key={value} className={classes.grid} style={{ left: `${scale(value)}%` }} />
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
          <div ref={axis} className={classes.axis}>
            {ticks.map(({ value, label: written }) => (
              <span key={value} className={edgeOf(scale(value))} style={{ left: `${scale(value)}%` }}>
                {written}
              </span>
            ))}
          </div>
        </div>
      </Marks>
      {start > 0 && <p className="quiet">{charts.axisFrom({ start: labelOf(start, formats) })}</p>}
    </div>
  );
}

const edge = 8;

// A label at the edge of the chart would be cut if its middle stood at the tick.
function edgeOf(percent: number): string {
  const side = percent < edge ? classes.first : percent > 100 - edge ? classes.last : '';
  return `${classes.tick} ${side}`;
}
