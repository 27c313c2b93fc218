import { Bars } from '../../charts/bars';
import { Chart } from '../../charts/chart';
import { Table } from '../../components/table';
import { Loaded } from '../../components/view';
import { ProjectCrews } from '../../crews/project-crews';
import { useServiceCrews } from '../../crews/service-crews';
import { useFormats, useMessages } from '../../language/language';
import { useProjectService } from '../../projects/project-data';
import { type Scope, useSettings } from '../view/address';
import { Choices } from '../view/choices';
import { isMeasure, type Measure, measures, shareOf, useMeasureFormats } from '../view/measures';
import { type Summary, useSummary } from '../view/queries';
import { CrewChoice } from './crew-choice';

function useServiceNames(projectId: string): ReadonlyMap<string, string> {
  const { services } = useProjectService(projectId);
  return new Map(services.map(({ serviceId, name }) => [serviceId, name]));
}

export const Crews = ({ scope }: { scope: Scope }) => (
  <>
    <Loaded query={useSummary(scope)}>{(summary) => <ByCrew summary={summary} />}</Loaded>
    <ProjectCrews scope={scope} services={useServiceNames(scope.projectId)} />
    <Loaded query={useServiceCrews(scope)}>
      {(crews) => crews.length > 0 && <CrewChoice projectId={scope.projectId} crews={crews} />}
    </Loaded>
  </>
);

type CrewFigures = Summary['byCrew'][number];

const valueOf = (crew: CrewFigures, measure: Measure): number =>
  crew[measure === 'lines' ? 'itemCount' : measures[measure]];

function ByCrew({ summary: { byCrew, totals, currency } }: { summary: Summary }) {
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
    <Table
      caption={figures.crews.title}
      rows={crews}
      rowKey={({ crewCode }) => crewCode ?? ''}
      columns={[
        { key: 'crew', title: figures.crews.crew, cell: labelOf },
        {
          key: 'lines',
          title: figures.lines,
          isNumber: true,
          cell: ({ itemCount }) => formats.number(itemCount),
        },
        {
          key: 'hours',
          title: figures.manHours,
          isNumber: true,
          cell: ({ totalManHours }) => formats.number(totalManHours),
        },
        {
          key: 'labour',
          title: figures.elements.labourCost,
          isNumber: true,
          cell: ({ labourCost }) => amount(labourCost),
        },
        {
          key: 'equipment',
          title: figures.elements.equipmentCost,
          isNumber: true,
          cell: ({ equipmentCost }) => amount(equipmentCost),
        },
        {
          key: 'total',
          title: figures.totalCost,
          isNumber: true,
          cell: ({ totalCost }) => amount(totalCost),
        },
      ]}
    />
  );
}
