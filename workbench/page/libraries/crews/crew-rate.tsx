import type { components } from '@consulting/client/api';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { answered, useApi } from '../../api/client';
import { Notice } from '../../components/notice';
import { Table } from '../../components/table';
import { Card, Loaded } from '../../components/view';
import { useFormats, useMessages } from '../../language/language';
import { ProjectField } from '../../records/list/project-field';
import { useRecordWords } from '../../records/words';
import type { Crew } from './crew-record';
import classes from './crews.module.css';

type Calculation = components['schemas']['CrewRateCalculation'];

const times = ['straightTime', 'overtime', 'doubleTime'] as const;

export function CrewRate({ crew }: { crew: Crew }) {
  const api = useApi();
  const { crews } = useMessages().libraries;
  const [parameters, setParameters] = useSearchParams();
  const projectId = parameters.get('project');
  const query = useQuery({
    queryKey: ['crews', 'rate', crew.id, crew.version, projectId],
    queryFn: ({ signal }) =>
      answered(
        api.POST('/v1/projects/{projectId}/crew-rates', {
          params: { path: { projectId: projectId ?? '' } },
          body: { crewId: crew.id },
          signal,
        }),
      ),
    enabled: projectId !== null,
  });
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
  const rows = [
    {
      title: crews.labourRate,
      perManHour: result.labourRatePerManHour,
      perCrewHour: result.labourRatePerCrewHour,
      perWeek: result.labourTotal,
    },
    {
      title: crews.equipmentRate,
      perManHour: result.equipmentRatePerManHour,
      perCrewHour: result.equipmentRatePerCrewHour,
      perWeek: result.equipmentTotal,
    },
    {
      title: crews.totalRate,
      perManHour: result.totalRatePerManHour,
      perCrewHour: result.totalRatePerCrewHour,
      perWeek: result.total,
    },
  ];
  const place = [
    location.country,
    location.region,
    location.province,
    location.year,
    location.quarter,
    location.projectType,
  ];
  return (
    <>
      <p className="quiet">
        {place.filter(Boolean).join(', ')} ·{' '}
        {crews.week({ hours: number(workWeek.hoursPerDay), days: number(workWeek.daysPerWeek) })}
      </p>
      <Table
        caption={crews.rate}
        rows={rows}
        rowKey={({ title }) => title}
        columns={[
          { key: 'title', title: crews.element, cell: ({ title }) => title },
          {
            key: 'perManHour',
            title: crews.perManHour,
            isNumber: true,
            cell: (row) => amount(row.perManHour),
          },
          {
            key: 'perCrewHour',
            title: crews.perCrewHour,
            isNumber: true,
            cell: (row) => amount(row.perCrewHour),
          },
          { key: 'perWeek', title: crews.perWeek, isNumber: true, cell: (row) => amount(row.perWeek) },
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
      <Table
        caption={crews.hoursMix}
        rows={labour.members}
        rowKey={({ tradeCode, laborDesignation }) => `${tradeCode} ${laborDesignation}`}
        columns={[
          {
            key: 'trade',
            title: crews.trade,
            cell: ({ tradeCode, laborDesignation }) => `${tradeCode} ${laborDesignation}`,
          },
          {
            key: 'quantity',
            title: crews.quantity,
            isNumber: true,
            cell: ({ quantity }) => number(quantity),
          },
          ...times.map((time) => ({
            key: time,
            title: rateCards[time],
            isNumber: true,
            cell: ({ hours, allInRates }: Calculation['labour']['members'][number]) =>
              `${number(hours[time])} × ${number(allInRates[time], 4)}`,
          })),
          {
            key: 'manHours',
            title: crews.manHours,
            isNumber: true,
            cell: ({ manHours }) => number(manHours),
          },
          { key: 'cost', title: crews.cost, isNumber: true, cell: ({ cost }) => number(cost, 2) },
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
    <Table
      caption={crews.machines}
      rows={equipment.members}
      rowKey={({ equipmentCode }) => equipmentCode}
      columns={[
        { key: 'machine', title: crews.machine, cell: ({ equipmentCode }) => equipmentCode },
        { key: 'quantity', title: crews.quantity, isNumber: true, cell: ({ quantity }) => number(quantity) },
        {
          key: 'source',
          title: crews.rateOf,
          cell: ({ rateSource }) => rateSource && choice({}, rateSource),
        },
        {
          key: 'operating',
          title: crews.operating,
          isNumber: true,
          cell: ({ operatingHours, operatingRate }) =>
            `${number(operatingHours)} × ${number(operatingRate, 4)}`,
        },
        {
          key: 'standby',
          title: crews.standby,
          isNumber: true,
          cell: ({ standbyHours, standbyRate }) => `${number(standbyHours)} × ${number(standbyRate, 4)}`,
        },
        {
          key: 'machineHours',
          title: crews.machineHours,
          isNumber: true,
          cell: ({ machineHours }) => number(machineHours),
        },
        { key: 'cost', title: crews.cost, isNumber: true, cell: ({ cost }) => number(cost, 2) },
      ]}
    />
  );
}
