import type { components } from '@consulting/client/api';
import { column, Notice, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useSearchParams } from 'wouter';
import { useAsk } from '../../api/read';
import { Card, Loaded } from '../../components/view';
import { ProjectField } from '../../records/list/project-field';
import { useRecordWords } from '../../records/words';
import type { Crew } from './crew-record';
import classes from './crews.module.css';

type Calculation = components['schemas']['CrewRateCalculation'];

const times = ['straightTime', 'overtime', 'doubleTime'] as const;

export function CrewRate({ crew }: { crew: Crew }) {
  const { crews } = useMessages().libraries;
  const [parameters, setParameters] = useSearchParams();
  const projectId = parameters.get('project');
  const query = useAsk(
    ['crews', 'rate', crew.id, crew.version, projectId],
    '/v1/projects/{projectId}/crew-rates',
    { path: { projectId: projectId ?? '' }, body: { crewId: crew.id } },
    { enabled: projectId !== null },
  );
  return (
    <Card title={crews.rate}>
      <p className="quiet">{crews.rateHint}</p>
      <div className={classes.project}>
        <ProjectField
          value={projectId}
          onChange={(project) => setParameters({ project }, { replace: true })}
        />
      </div>
      {projectId !== null && (
        <Loaded query={query}>{(calculation) => <RateFigures calculation={calculation} />}</Loaded>
      )}
    </Card>
  );
}

function RateFigures({ calculation }: { calculation: Calculation }) {
  const { crews } = useMessages().libraries;
  const { money, number } = useFormats();
  const { currency, result, location, workWeek, warnings } = calculation;
  const amount = (value: number | null) => (value === null ? '–' : money(value, currency));
  const rows = (['labour', 'equipment', 'total'] as const).map((part) => ({
    title: crews[`${part}Rate`],
    perManHour: result[`${part}RatePerManHour`],
    perCrewHour: result[`${part}RatePerCrewHour`],
    perWeek: part === 'total' ? result.total : result[`${part}Total`],
  }));
  const { country, region, province, year, quarter, projectType } = location;
  const place = [country, region, province, year, quarter, projectType];
  return (
    <>
      <p className="quiet">
        {place.filter(Boolean).join(', ')} ·{' '}
        {crews.week({ hours: number(workWeek.hoursPerDay), days: number(workWeek.daysPerWeek) })}
      </p>
      <Table<(typeof rows)[number]>
        caption={crews.rate}
        rows={rows}
        rowKey={({ title }) => title}
        columns={[
          column('title', crews.element, ({ title }) => title),
          numberColumn('perManHour', crews.perManHour, (row) => amount(row.perManHour)),
          numberColumn('perCrewHour', crews.perCrewHour, (row) => amount(row.perCrewHour)),
          numberColumn('perWeek', crews.perWeek, (row) => amount(row.perWeek)),
        ]}
      />
      {warnings.length > 0 && (
        <Notice kind="warning" title={crews.warnings}>
          <ul>
            {warnings.map(({ code, message, member }) => (
              <li key={`${code} ${member} ${message}`}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      <HoursMix calculation={calculation} />
      {calculation.equipment.members.length > 0 && <MachineHours calculation={calculation} />}
    </>
  );
}

function HoursMix({ calculation: { labour } }: { calculation: Calculation }) {
  const { crews, rateCards } = useMessages().libraries;
  const { number } = useFormats();
  return (
    <>
      <h3>{crews.hoursMix}</h3>
      <Table<(typeof labour.members)[number]>
        caption={crews.hoursMix}
        rows={labour.members}
        rowKey={({ tradeCode, laborDesignation }) => `${tradeCode} ${laborDesignation}`}
        columns={[
          column(
            'trade',
            crews.trade,
            ({ tradeCode, laborDesignation }) => `${tradeCode} ${laborDesignation}`,
          ),
          numberColumn('quantity', crews.quantity, ({ quantity }) => number(quantity)),
          ...times.map((time) =>
            numberColumn(
              time,
              rateCards[time],
              ({ hours, allInRates }: Calculation['labour']['members'][number]) =>
                `${number(hours[time])} × ${number(allInRates[time], 4)}`,
            ),
          ),
          numberColumn('manHours', crews.manHours, ({ manHours }) => number(manHours)),
          numberColumn('cost', crews.cost, ({ cost }) => number(cost, 2)),
        ]}
      />
    </>
  );
}

function MachineHours({ calculation: { equipment } }: { calculation: Calculation }) {
  const { crews } = useMessages().libraries;
  const { choice } = useRecordWords('crewRows');
  const { number } = useFormats();
  return (
    <Table<(typeof equipment.members)[number]>
      caption={crews.machines}
      rows={equipment.members}
      rowKey={({ equipmentCode }) => equipmentCode}
      columns={[
        column('machine', crews.machine, ({ equipmentCode }) => equipmentCode),
        numberColumn('quantity', crews.quantity, ({ quantity }) => number(quantity)),
        column('source', crews.rateOf, ({ rateSource }) => rateSource && choice({}, rateSource)),
        numberColumn(
          'operating',
          crews.operating,
          ({ operatingHours, operatingRate }) => `${number(operatingHours)} × ${number(operatingRate, 4)}`,
        ),
        numberColumn(
          'standby',
          crews.standby,
          ({ standbyHours, standbyRate }) => `${number(standbyHours)} × ${number(standbyRate, 4)}`,
        ),
        numberColumn('machineHours', crews.machineHours, ({ machineHours }) => number(machineHours)),
        numberColumn('cost', crews.cost, ({ cost }) => number(cost, 2)),
      ]}
    />
  );
}
