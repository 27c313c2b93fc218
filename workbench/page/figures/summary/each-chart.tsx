import { Chart, LegendFilter, type Multiple, Multiples, useSeriesFilter } from '@consulting/design/charts';
import { Loaded } from '@consulting/foundation/components';
import { measures } from '../view/measures';
import type { Group, GroupKey, Groups } from '../view/queries';
import type { ChartGroups } from './chart-groups';
import { type Drawing, figureOf, labelOf, nameOf, placeIn, rounded } from './drawn';
import { type Series, seriesOf } from './each-series';
import { EachTable } from './each-table';
import { placeSettings } from './place';
import type { Split } from './split';

const multiplesMost = 12;

interface Props {
  split: Split;
  queries: ChartGroups;
  each: GroupKey;
  drawing: Drawing;
}

// The same bars for each area, or for each item of the WBS: of disciplines, or of the elements of one discipline.
export function EachChart({ split: { hasDisciplines }, queries, each, drawing }: Props) {
  const parts = queries.eachParts.data ?? null;
  if (!hasDisciplines && drawing.measure !== 'cost') return null;
  return (
    <Loaded query={queries.each}>
      {(groups) =>
        hasDisciplines && parts === null ? null : (
          <Drawn each={each} drawing={{ ...drawing, groups }} parts={parts} />
        )
      }
    </Loaded>
  );
}

interface DrawnProps {
  each: GroupKey;
  drawing: Drawing;
  parts: Groups | null;
}

function Drawn({ each, drawing, parts }: DrawnProps) {
  const { figures, words, measure, groups } = drawing;
  const { isDrawn } = useSeriesFilter();
  const by = { by: words.byOf(each) };
  const title = parts === null ? figures.eachByElement(by) : figures.eachByDiscipline(by);
  const field = measures[measure];
  const ranked = groups.data.toSorted((one, other) => figureOf(other, field) - figureOf(one, field));
  const sumOf = ({ valueIn }: Series) => groups.data.reduce((sum, group) => sum + (valueIn(group) ?? 0), 0);
  const series = seriesOf(each, drawing, parts)
    .filter(({ valueIn }) => groups.data.some((group) => valueIn(group) !== null))
    .toSorted((one, other) => sumOf(other) - sumOf(one));
  const drawn = ranked.slice(0, multiplesMost);
  const others = ranked.length - drawn.length;
  const out = series
    .filter(({ id }) => !isDrawn(id))
    .map((one) => `${one.label} ${drawing.exact(measure, rounded(sumOf(one)))}`);
  const leftOut = out.length === 0 ? '' : figures.charts.leftOut({ series: out.join(' · ') });
  const notes = [leftOut, figures.eachNote, others > 0 ? figures.eachOthers({ count: others }) : ''];
  return (
    <Chart
      id="each"
      title={title}
      table={<EachTable {...{ caption: title, each, drawing, series, rows: ranked }} />}
      legend={<LegendFilter entries={series} />}
      note={notes.filter(Boolean).join(' ')}
    >
      <Multiples
        label={title}
        multiples={drawn.map((group) =>
          multipleOf(
            group,
            each,
            drawing,
            series.filter(({ id }) => isDrawn(id)),
          ),
        )}
      />
    </Chart>
  );
}

function multipleOf(group: Group, each: GroupKey, drawing: Drawing, series: readonly Series[]): Multiple {
  const { here, place, measure, brief } = drawing;
  const label = labelOf(group, each, drawing);
  const whole = figureOf(group, measures[measure]);
  return {
    ...{ id: label, label, figure: brief(measure, whole) },
    href: here(placeSettings(placeIn(place, group, each))),
    bars: series.flatMap(({ id, label: part, at, valueIn, hrefIn }) => {
      const value = valueIn(group);
      if (value === null) return [];
      const name = nameOf(`${label}, ${part}`, value, whole, drawing);
      const parts = [{ key: id, value, series: at, name, href: hrefIn(group) }];
      return [{ id: `${label} ${id}`, label: part, figure: brief(measure, value), parts }];
    }),
  };
}
