import { Bars, Chart, LegendFilter, Treemap, useSeriesFilter } from '@consulting/design/charts';
import { Choices } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Loaded } from '@consulting/foundation/components';
import { type Scope, useHere, useSettings } from '../view/address';
import { isMeasure, type Measure, measures, useMeasureFormats } from '../view/measures';
import type { Groups, WbsNode } from '../view/queries';
import classes from './breakdown-charts.module.css';
import { BreakdownTable } from './breakdown-table';
import { type ChartGroups, useChartGroups } from './chart-groups';
import { barsOf, type Drawing, leftOutOf, legendOf, treemapOf } from './drawn';
import { EachChart } from './each-chart';
import { useGroupWords } from './group-words';
import { LinesLink } from './lines-link';
import { criteriaOf, type Place } from './place';
import type { Split } from './split';

interface Props {
  scope: Scope;
  currency: string | null;
  root: WbsNode;
  place: Place;
  split: Split;
}

export function BreakdownCharts(props: Props) {
  const { scope, root, place, split } = props;
  const queries = useChartGroups(scope, criteriaOf(root, place), split);
  return (
    <Loaded query={queries.outside}>
      {(groups) => <Charts {...props} queries={queries} groups={groups} />}
    </Loaded>
  );
}

function Charts(props: Props & { queries: ChartGroups; groups: Groups }) {
  const { scope, currency, place, split, queries, groups, root } = props;
  const { outer, inner } = split;
  const within = inner === null ? null : (queries.within.data ?? null);
  const { figures } = useMessages();
  const words = useGroupWords();
  const here = useHere();
  const { isDrawn } = useSeriesFilter();
  const formats = useMeasureFormats(currency);
  const [search] = useSettings();
  const named = search.get('measure');
  const measure: Measure = isMeasure(named) ? named : 'cost';
  const drawing: Drawing = {
    ...{ groups, within, measure, place, outer, inner, here, figures, words, isDrawn },
    ...formats,
  };
  const by = words.byOf(outer);
  const table = <BreakdownTable {...drawing} caption={by} />;
  const hasNegative = groups.data.some(({ values }) => Number(values[measures[measure]]) < 0);
  const isParted = groups.data.length > 1 || within !== null;
  const lines = <LinesLink scope={scope} root={root} place={place} />;
  return (
    <>
      <div className={classes.tools}>
        <MeasureChoice measure={measure} />
        <p className={classes.here}>
          {figures.here}{' '}
          <strong>{formats.exact(measure, Number(groups.totals[measures[measure]] ?? 0))}</strong>
        </p>
      </div>
      {isParted && (
        <Chart
          id="areas"
          title={figures.treemap}
          table={table}
          tools={lines}
          note={hasNegative ? figures.negativeLeftOut : null}
          hint={figures.treemapNote}
        >
          <Treemap label={figures.treemap} nodes={treemapOf(drawing)} />
        </Chart>
      )}
      <Chart
        id="parts"
        title={by}
        table={table}
        tools={isParted ? null : lines}
        legend={measure === 'cost' && <LegendFilter entries={legendOf(drawing)} />}
        note={leftOutOf(drawing)}
        hint={figures.drillNote}
      >
        <Bars label={by} bars={barsOf(drawing)} />
      </Chart>
      {split.each !== null && <EachChart {...{ split, queries, drawing }} each={split.each} />}
    </>
  );
}

function MeasureChoice({ measure }: { measure: Measure }) {
  const { figures } = useMessages();
  const [, change] = useSettings();
  const choices = (Object.keys(measures) as Measure[]).map((id) => ({ id, label: figures.measures[id] }));
  return (
    <Choices
      label={figures.measure}
      choices={choices}
      chosen={measure}
      onChoose={(id) => change({ measure: id === 'cost' ? null : id })}
    />
  );
}
