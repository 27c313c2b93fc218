import { Bars, Chart, Legend, Treemap } from '@consulting/design/charts';
import { Choices } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Loaded } from '@consulting/foundation/components';
import { type Scope, useHere, useSettings } from '../view/address';
import { elements, isMeasure, type Measure, measures, useMeasureFormats } from '../view/measures';
import { type GroupKey, type Groups, useGroups, type WbsNode } from '../view/queries';
import classes from './breakdown-charts.module.css';
import { BreakdownTable } from './breakdown-table';
import { barsOf, legendOf, treemapOf } from './drawn';
import { LinesLink } from './lines-link';
import { criteriaOf, type Place } from './place';

const sums = [...Object.values(measures), ...elements];

interface Props {
  scope: Scope;
  currency: string | null;
  root: WbsNode;
  place: Place;
  outer: GroupKey;
  inner: number | null;
}

export function BreakdownCharts(props: Props) {
  const { scope, root, place, outer, inner } = props;
  const filters = criteriaOf(root, place);
  const outside = useGroups(scope, { groupBy: [outer], filters, fields: sums });
  const within = useGroups(
    scope,
    inner === null ? null : { groupBy: [outer, { wbsLevel: inner }], filters, fields: sums },
  );
  return (
    <Loaded query={outside}>
      {(groups) => (
        <Charts {...props} groups={groups} within={inner === null ? null : (within.data ?? null)} />
      )}
    </Loaded>
  );
}

function Charts(props: Props & { groups: Groups; within: Groups | null }) {
  const { scope, currency, place, outer, groups, within, root, inner } = props;
  const { figures } = useMessages();
  const here = useHere();
  const formats = useMeasureFormats(currency);
  const [search] = useSettings();
  const named = search.get('measure');
  const measure: Measure = isMeasure(named) ? named : 'cost';
  const drawing = { groups, within, measure, place, outer, inner, here, figures, ...formats };
  const by = outer === 'discipline' ? figures.byDiscipline : figures.byItem;
  const table = <BreakdownTable {...drawing} caption={by} />;
  const hasNegative = groups.data.some(({ values }) => Number(values[measures[measure]]) < 0);
  return (
    <>
      <div className={classes.tools}>
        <MeasureChoice measure={measure} />
        <p className={classes.here}>
          {figures.here}{' '}
          <strong>{formats.exact(measure, Number(groups.totals[measures[measure]] ?? 0))}</strong>
        </p>
      </div>
      <Chart
        id="areas"
        title={figures.treemap}
        table={table}
        tools={<LinesLink scope={scope} root={root} place={place} />}
        note={hasNegative ? figures.negativeLeftOut : figures.treemapNote}
      >
        <Treemap label={figures.treemap} nodes={treemapOf(drawing)} />
      </Chart>
      <Chart
        id="parts"
        title={by}
        table={table}
        legend={measure === 'cost' && <Legend entries={legendOf(drawing)} />}
        note={figures.drillNote}
      >
        <Bars label={by} bars={barsOf(drawing)} />
      </Chart>
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
