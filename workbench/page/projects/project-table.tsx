import { type Column, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useProjectAhead } from '@consulting/foundation/project';
import { Link } from 'wouter';
import { useClient } from './client-data';
import classes from './list.module.css';
import type { ListedProject } from './project-list-query';
import { sumOf, useTotals } from './project-totals';
import { Status } from './status';

export function ProjectTable({ projects: rows }: { projects: readonly ListedProject[] }) {
  const { projects } = useMessages();
  const { number, date } = useFormats();
  const { list, choices, fields } = projects;
  const columns: Column<ListedProject>[] = [
    column('project', list.project, ({ id, name, code }) => (
      <div className={classes.named}>
        <ProjectLink id={id} name={name} />
        <span className="quiet">{code}</span>
      </div>
    )),
    column('status', list.status, ({ status }) => <Status value={status} names={choices.projectStatus} />),
    column('client', list.client, ({ clientId }) => <ClientName clientId={clientId} />),
    column(
      'location',
      list.location,
      ({ city, province, country }) => [city, province, country].filter(Boolean).join(', ') || '–',
    ),
    column('currency', fields.currency, ({ currency }) => currency),
    numberColumn('services', list.services, ({ serviceCount }) => number(serviceCount)),
    numberColumn('lines', list.lines, (row) => <Figure row={row} of="lines" />),
    numberColumn('hours', list.manHours, (row) => <Figure row={row} of="totalManHours" />),
    numberColumn('cost', list.totalCost, (row) => <Figure row={row} of="totalCost" />),
    column('updated', list.updated, ({ updatedAt }) => date(updatedAt)),
  ];
  return <Table caption={list.title} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

const ProjectLink = ({ id, name }: Pick<ListedProject, 'id' | 'name'>) => (
  <Link href={`/projects/${id}`} {...useProjectAhead(id)}>
    {name}
  </Link>
);

const ClientName = ({ clientId }: { clientId: string }) => useClient(clientId).data?.name ?? '…';

type Sum = 'lines' | 'totalManHours' | 'totalCost';

const Figure = ({ row, of }: { row: ListedProject; of: Sum }) =>
  row.serviceCount === 0 ? '–' : <SummedFigure row={row} of={of} />;

function SummedFigure({ row: { id, currency }, of }: { row: ListedProject; of: Sum }) {
  const { projects } = useMessages();
  const { number, money } = useFormats();
  const totals = useTotals(id);
  if (totals.error) return <span className="quiet">{projects.list.noFigures}</span>;
  const value = sumOf(totals.data?.totals, of);
  if (value === null) return '…';
  return of === 'totalCost' ? money(value, currency) : number(value, of === 'lines' ? 0 : 1);
}
