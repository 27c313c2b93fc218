import type { components } from '@consulting/client/api';
import { SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { declared, NewRecord, type Section } from '@consulting/foundation/records';
import { useState } from 'react';
import type { Service } from './service-data';

type ServiceType = components['schemas']['ServiceType'];

const types = ['estimation', 'loan-monitoring', 'project-controls', 'claims'] as const;

export const sectionsOf = (type: ServiceType): readonly Section[] => [
  ...declared('services').sections,
  ...declared(type).sections,
];

interface Props {
  projectId: string;
  onCreated: (serviceId: string) => void;
  onClose: () => void;
}

export function NewService({ projectId, onCreated, onClose }: Props) {
  const { projects } = useMessages();
  const [type, setType] = useState<ServiceType>('estimation');
  return (
    <NewRecord<Service>
      of="services"
      path={{ projectId }}
      title={projects.form.createService}
      submit={projects.form.create}
      initial={{ serviceType: type }}
      sections={sectionsOf(type)}
      before={{
        names: () => ['serviceType'],
        content: (_, change) => (
          <SelectField
            label={projects.fields.serviceType}
            name="serviceType"
            value={type}
            onChange={(chosen) => {
              const other = types.find((one) => one === chosen) ?? type;
              setType(other);
              change({ serviceType: other });
            }}
            choices={types.map((id) => ({ id, label: projects.choices.serviceType[id] }))}
          />
        ),
      }}
      onSaved={({ serviceId }) => onCreated(serviceId)}
      onClose={onClose}
    />
  );
}
