import type { components } from '@consulting/client/api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';
import { SelectField } from '../components/fields';
import { useMessages } from '../language/language';
import { projectChanged } from './project-data';
import { RecordDialog } from './record/record-dialog';
import { readService, type Service } from './service-data';
import { type ServiceType, sectionsOf } from './service-sections';

type Schemas = components['schemas'];

const types = ['estimation', 'loan-monitoring', 'project-controls', 'claims'] as const;

const blank: Schemas['ServiceInput'] = { serviceType: 'estimation' };

interface NewProps {
  projectId: string;
  onCreated: (serviceId: string) => void;
  onClose: () => void;
}

export function NewService({ projectId, onCreated, onClose }: NewProps) {
  const { projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const [type, setType] = useState<ServiceType>('estimation');
  return (
    <RecordDialog
      title={projects.form.createService}
      record={blank}
      initial={blank}
      sections={sectionsOf(type)}
      submit={projects.form.create}
      onClose={onClose}
      leadFields={() => ['serviceType']}
      lead={(_, change) => (
        <SelectField
          label={projects.fields.serviceType}
          name="serviceType"
          value={type}
          onChange={(chosen) => {
            const other = types.find((one) => one === chosen) ?? type;
            setType(other);
            change('serviceType', other);
          }}
          choices={types.map((id) => ({ id, label: projects.choices.serviceType[id] }))}
        />
      )}
      write={async (body) => {
        const params = { path: { projectId }, header: { 'Idempotency-Key': key } };
        const { serviceId } = await answered(api.POST('/v1/projects/{projectId}/services', { params, body }));
        await projectChanged(queries, projectId);
        onCreated(serviceId);
      }}
    />
  );
}

const noChanges: Schemas['ServiceChanges'] = {};

export function EditService({ service, onClose }: { service: Service; onClose: () => void }) {
  const { shell, projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const { projectId, serviceId } = service;
  const path = { projectId, serviceId };
  return (
    <RecordDialog
      title={projects.form.editService}
      record={service}
      initial={noChanges}
      sections={sectionsOf(service.serviceType)}
      submit={shell.save}
      onClose={onClose}
      readAgain={() => readService(api, path)}
      write={async (body, { version }) => {
        const params = { path, header: { 'If-Match': `"${version}"` } };
        await answered(api.PUT('/v1/projects/{projectId}/services/{serviceId}', { params, body }));
        await projectChanged(queries, projectId);
      }}
    />
  );
}
