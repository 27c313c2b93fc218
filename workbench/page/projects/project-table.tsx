import { Link } from 'wouter';
import { type Column, Table } from '../components/table';
import { useFormats, useMessages } from '../language/language';
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
    {
      key: 'project',
      title: list.project,
      cell: ({ id, name, code }) => (
        <div className={classes.named}>
          <Link href={`/projects/${id}`}>{name}</Link>
          <span className="quiet">{code}</span>
        </div>
      ),
    },
    {
      key: 'status',
      title: list.status,
      cell: ({ status }) => <Status value={status} names={choices.projectStatus} />,
    },
    { key: 'client', title: list.client, cell: ({ clientId }) => <ClientName clientId={clientId} /> },
    {
      key: 'location',
      title: list.location,
      cell: ({ city, province, country }) => [city, province, country].filter(Boolean).join(', ') || '–',
    },
    { key: 'currency', title: fields.currency, cell: ({ currency }) => currency },
    {
      key: 'services',
      title: list.services,
      isNumber: true,
      cell: ({ serviceCount }) => number(serviceCount),
    },
    { key: 'lines', title: list.lines, isNumber: true, cell: (row) => <Figure row={row} of="lines" /> },
    {
      key: 'hours',
      title: list.manHours,
      isNumber: true,
      cell: (row) => <Figure row={row} of="totalManHours" />,
    },
    {
      key: 'cost',
      title: list.totalCost,
      isNumber: true,
      cell: (row) => <Figure row={row} of="totalCost" />,
    },
    { key: 'updated', title: list.updated, cell: ({ updatedAt }) => date(updatedAt) },
  ];
  return <Table caption={list.title} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

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
