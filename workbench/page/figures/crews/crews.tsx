import { Bars, Chart } from '@consulting/design/charts';
import { Choices, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Loaded } from '@consulting/foundation/components';
import { useProjectService } from '@consulting/foundation/project';
import { ProjectCrews, useServiceCrews } from '@consulting/labour';
import { type Criteria, type Scope, takeoffAddress, useSettings } from '../view/address';
import { isMeasure, type Measure, measures, shareOf, useMeasureFormats } from '../view/measures';
import { type Summary, useSummary } from '../view/queries';
import { CrewChoice } from './crew-choice';
import { WhyRate } from './why-rate';

function useServiceNames(projectId: string): ReadonlyMap<string, string> {
  const { services } = useProjectService(projectId);
  return new Map(services.map(({ serviceId, name }) => [serviceId, name]));
}

export const Crews = ({ scope }: { scope: Scope }) => (
  <>
    <Loaded query={useSummary(scope)}>{(summary) => <ByCrew scope={scope} summary={summary} />}</Loaded>
    <ProjectCrews
      scope={scope}
      services={useServiceNames(scope.projectId)}
      why={(crew, side) => <WhyRate crew={crew} side={side} />}
    />
    <Loaded query={useServiceCrews(scope)}>
      {(crews) => crews.length > 0 && <CrewChoice projectId={scope.projectId} crews={crews} />}
    </Loaded>
  </>
);

type CrewFigures = Summary['byCrew'][number];

const withCrew = ({ crewCode: value }: CrewFigures): Criteria['conditions'][number] =>
  value === null
    ? { field: 'crewCode', operator: 'isEmpty' }
    : { field: 'crewCode', operator: 'equals', value };

const valueOf = (crew: CrewFigures, measure: Measure): number =>
  crew[measure === 'lines' ? 'itemCount' : measures[measure]];

function ByCrew({ scope, summary: { byCrew, totals, currency } }: { scope: Scope; summary: Summary }) {
  const { figures } = useMessages();
  const formats = useFormats();
  const { exact, brief } = useMeasureFormats(currency);
  const [search, change] = useSettings();
  const named = search.get('measure');
  const measure = isMeasure(named) ? named : 'hours';
  const labelOf = ({ crewCode, name }: CrewFigures) =>
    crewCode === null ? figures.crews.without : `${crewCode} ${name ?? ''}`.trim();
  const whole = measure === 'lines' ? totals.itemCount : totals[measures[measure]];
  const ranked = byCrew.toSorted((one, other) => valueOf(other, measure) - valueOf(one, measure));
  const bars = ranked.map((crew) => {
    const value = valueOf(crew, measure);
    const share = formats.percent(shareOf(value, whole));
    const name = `${labelOf(crew)}: ${exact(measure, value)} (${share})`;
    return {
      id: crew.crewCode ?? '',
      label: labelOf(crew),
      href: takeoffAddress(scope, null, [withCrew(crew)]),
      detail: share,
      figure: brief(measure, value),
      parts: [{ key: measure, value, series: 0, name }],
    };
  });
  return (
    <Chart
      id="crews"
      title={figures.crews.title}
      tools={
        <Choices
          label={figures.measure}
          choices={(Object.keys(measures) as Measure[]).map((id) => ({ id, label: figures.measures[id] }))}
          chosen={measure}
          onChoose={(id) => change({ measure: id })}
        />
      }
      table={<CrewTable crews={ranked} currency={currency} labelOf={labelOf} />}
    >
      <Bars label={figures.crews.title} bars={bars} />
    </Chart>
  );
}

interface CrewTableProps {
  crews: readonly CrewFigures[];
  currency: string | null;
  labelOf: (crew: CrewFigures) => string;
}

function CrewTable({ crews, currency, labelOf }: CrewTableProps) {
  const { figures } = useMessages();
  const formats = useFormats();
  const { amount } = useMeasureFormats(currency);
  return (
    <Table<(typeof crews)[number]>
      caption={figures.crews.title}
      rows={crews}
      rowKey={({ crewCode }) => crewCode ?? ''}
      columns={[
        column('crew', figures.crews.crew, labelOf),
        numberColumn('lines', figures.lines, ({ itemCount }) => formats.number(itemCount)),
        numberColumn('hours', figures.manHours, ({ totalManHours }) => formats.number(totalManHours)),
        numberColumn('labour', figures.elements.labourCost, ({ labourCost }) => amount(labourCost)),
        numberColumn('equipment', figures.elements.equipmentCost, ({ equipmentCost }) =>
          amount(equipmentCost),
        ),
        numberColumn('total', figures.totalCost, ({ totalCost }) => amount(totalCost)),
      ]}
    />
  );
}
