import type { components } from '@consulting/client/api';
import { column, Notice, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useAsk } from '@consulting/foundation/api';
import { Card, Loaded } from '@consulting/foundation/components';
import { RecordField } from '@consulting/foundation/records/list';
import { useSearchParams } from 'wouter';
import { Machines } from '../../figures/crews/machines';
import { Members } from '../../figures/crews/members';
import type { Crew } from './crew-record';
import classes from './crews.module.css';

type Calculation = components['schemas']['CrewRateCalculation'];

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
        <RecordField
          of="projects"
          label={crews.project}
          placeholder={crews.chooseProject}
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
      <Members rates={calculation} />
      {calculation.equipment.members.length > 0 && <Machines rates={calculation} />}
    </>
  );
}
