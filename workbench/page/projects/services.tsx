import { Button, type Column, column, numberColumn, Table } from '@consulting/design/controls';
import { Plus } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import type { Project, ProjectService } from '@consulting/foundation/project';
import { ForWriters } from '@consulting/foundation/session';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import classes from './home.module.css';
import { figuresOf, sumOf, useTotals } from './project-totals';
import { NewService } from './service-form';
import { ServicePanel } from './service-panel';
import { Status } from './status';

export function Services({ project }: { project: Project }) {
  const { projects } = useMessages();
  const [search, setSearch] = useSearchParams();
  const [isCreating, setCreating] = useState(false);
  const [only] = project.services.length === 1 ? project.services : [];
  const chosen = project.services.find(({ serviceId }) => serviceId === search.get('service')) ?? only;
  const choose = (service: string) => setSearch({ service });
  return (
    <>
      <Card>
        <header className={classes.heading}>
          <h2>{projects.services.title}</h2>
          <ForWriters>
            <Button onPress={() => setCreating(true)}>
              <Plus />
              {projects.services.create}
            </Button>
          </ForWriters>
        </header>
        {project.services.length === 0 ? (
          <p>{projects.services.none}</p>
        ) : (
          <ServiceTable project={project} chosen={chosen} onChoose={choose} />
        )}
      </Card>
      {chosen && <ServicePanel key={chosen.serviceId} project={project} serviceId={chosen.serviceId} />}
      {isCreating && (
        <NewService projectId={project.id} onCreated={choose} onClose={() => setCreating(false)} />
      )}
    </>
  );
}

interface TableProps {
  project: Project;
  chosen: ProjectService | undefined;
  onChoose: (serviceId: string) => void;
}

function ServiceTable({ project, chosen, onChoose }: TableProps) {
  const { projects } = useMessages();
  const { number, money, date } = useFormats();
  const totals = useTotals(project.id);
  const sum = (
    { serviceId, serviceType }: ProjectService,
    key: string,
    write: (value: number | string) => string,
  ) => {
    if (serviceType !== 'estimation') return '–';
    if (!totals.data) return '…';
    return write(sumOf(figuresOf(totals.data, serviceId), key) ?? 0);
  };
  const columns: Column<ProjectService>[] = [
    column('service', projects.services.service, ({ serviceId, name, code }) => (
      <div className={classes.named}>
        <button
          type="button"
          className={classes.subject}
          aria-pressed={serviceId === chosen?.serviceId}
          onClick={() => onChoose(serviceId)}
        >
          {name}
        </button>
        <span className="quiet">{code}</span>
      </div>
    )),
    column('kind', projects.services.kind, ({ serviceType }) => projects.choices.serviceType[serviceType]),
    column('status', projects.fields.status, ({ status }) => (
      <Status value={status} names={projects.choices.serviceStatus} />
    )),
    column('due', projects.services.due, ({ dueDate }) => (dueDate ? date(dueDate) : '–')),
    numberColumn('lines', projects.list.lines, (row) => sum(row, 'lines', (value) => number(value, 0))),
    numberColumn('hours', projects.list.manHours, (row) =>
      sum(row, 'totalManHours', (value) => number(value, 1)),
    ),
    numberColumn('cost', projects.list.totalCost, (row) =>
      sum(row, 'totalCost', (value) => money(value, project.currency)),
    ),
  ];
  return (
    <Table
      caption={projects.services.title}
      columns={columns}
      rows={project.services}
      rowKey={({ serviceId }) => serviceId}
    />
  );
}
