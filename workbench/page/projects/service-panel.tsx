import type { components } from '@consulting/client/api';
import { Notice } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { answered, useApi } from '@consulting/foundation/api';
import { Card, Loaded } from '@consulting/foundation/components';
import { type Project, projectChanged } from '@consulting/foundation/project';
import {
  declared,
  Fact,
  Facts,
  NotesButton,
  RecordActions,
  StatusButtons,
} from '@consulting/foundation/records';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import classes from './home.module.css';
import { RowTables } from './row-tables';
import { type Service, useService } from './service-data';
import { sectionsOf } from './service-form';
import { Status } from './status';
import { Versions } from './versions';

type ServiceStatus = components['schemas']['ServiceStatus'];

const nextStatuses: Record<ServiceStatus, readonly ServiceStatus[]> = {
  draft: ['in-progress', 'completed', 'approved', 'cancelled'],
  'in-progress': ['draft', 'completed', 'approved', 'cancelled'],
  completed: ['in-progress', 'approved', 'cancelled'],
  approved: [],
  cancelled: ['draft'],
};

export function ServicePanel({ project, serviceId }: { project: Project; serviceId: string }) {
  const service = useService({ projectId: project.id, serviceId });
  return <Loaded query={service}>{(found) => <Panel service={found} />}</Loaded>;
}

function Panel({ service }: { service: Service }) {
  const { projects } = useMessages();
  const isApproved = service.status === 'approved';
  const change = useStatusChange(service);
  const sections = sectionsOf(service.serviceType);
  const plain = sections.map((section) => ({
    ...section,
    fields: section.fields.filter(({ kind, name }) => kind !== 'rows' && name !== 'name'),
  }));
  return (
    <Card title={projects.services.details({ name: service.name })}>
      {isApproved && <Approved service={service} onWithdraw={() => change('completed')} />}
      <Facts
        of="services"
        sections={[...(declared(service.serviceType).figures ?? []), ...plain]}
        record={service}
      >
        <Fact name={projects.services.kind}>{projects.choices.serviceType[service.serviceType]}</Fact>
        <Fact name={projects.fields.status}>
          <Status value={service.status} names={projects.choices.serviceStatus} />
        </Fact>
      </Facts>
      <RowTables sections={sections} record={service} />
      {!isApproved && (
        <StatusButtons
          label={projects.overview.changeStatus}
          next={nextStatuses[service.status]}
          name={(status) => projects.choices.serviceStatus[status]}
          change={change}
        />
      )}
      <Actions service={service} />
      {service.serviceType === 'estimation' && <Versions service={service} />}
    </Card>
  );
}

function useStatusChange({ projectId, serviceId, version }: Service) {
  const api = useApi();
  const queries = useQueryClient();
  return async (status: ServiceStatus) => {
    const params = { path: { projectId, serviceId }, header: { 'If-Match': `"${version}"` } };
    await answered(api.PUT('/v1/projects/{projectId}/services/{serviceId}', { params, body: { status } }));
    await projectChanged(queries, projectId);
  };
}

function Approved({ service, onWithdraw }: { service: Service; onWithdraw: () => Promise<unknown> }) {
  const { projects } = useMessages();
  const { time } = useFormats();
  const when = service.approvedAt === null ? '' : time(service.approvedAt);
  return (
    <Notice kind="info" title={projects.services.approvedTitle}>
      <p>{projects.services.approved({ who: service.approvedBy ?? '', when })}</p>
      <StatusButtons
        label={projects.overview.changeStatus}
        next={['completed']}
        name={() => projects.services.withdraw}
        change={onWithdraw}
      />
    </Notice>
  );
}

function Actions({ service }: { service: Service }) {
  const { projects } = useMessages();
  const queries = useQueryClient();
  const [, setSearch] = useSearchParams();
  const { projectId, serviceId, serviceType, name } = service;
  const place = (view: string) => `/projects/${projectId}/${view}?service=${serviceId}`;
  return (
    <div className={classes.actions}>
      {serviceType === 'estimation' && (
        <>
          <Link href={place('takeoff')}>{projects.services.takeoff}</Link>
          <Link href={place('figures')}>{projects.services.figures}</Link>
        </>
      )}
      {service.status === 'approved' ? (
        <NotesButton of="services" record={service} />
      ) : (
        <RecordActions<Service>
          of="services"
          path={{ projectId }}
          record={service}
          edit={{
            title: projects.form.editService,
            label: projects.services.edit,
            sections: sectionsOf(serviceType),
          }}
          remove={{
            title: projects.services.remove,
            label: projects.services.remove,
            question: projects.services.removeQuestion({ name }),
            onRemoved: () => {
              queries.removeQueries({ queryKey: ['project', projectId, 'service', serviceId] });
              setSearch({});
            },
          }}
        />
      )}
    </div>
  );
}
