import { SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { declared, EditRecord, NewRecord } from '@consulting/foundation/records';
import type { EstimationService, Version } from './service-data';

const none = '';

export function NewVersion({ service, onClose }: { service: EstimationService; onClose: () => void }) {
  const { projects } = useMessages();
  const { projectId, serviceId } = service;
  const sources = service.details.estimations.map(({ id, versionLabel, name }) => ({
    id,
    label: `${versionLabel} · ${name}`,
  }));
  return (
    <NewRecord<Version>
      of="estimations"
      path={{ projectId, serviceId }}
      title={projects.form.createVersion}
      submit={projects.form.create}
      before={{
        names: () => ['sourceEstimationId'],
        content: ({ sourceEstimationId }, change) =>
          sources.length > 0 && (
            <SelectField
              label={projects.fields.sourceEstimationId}
              name="sourceEstimationId"
              value={typeof sourceEstimationId === 'string' ? sourceEstimationId : none}
              onChange={(id) => change({ sourceEstimationId: id === none ? null : id })}
              choices={[{ id: none, label: projects.form.unset }, ...sources]}
            />
          ),
      }}
      onClose={onClose}
    />
  );
}

/** The figures of a version that is no draft stay, so only its names can change. */
export function EditVersion({ version, onClose }: { version: Version; onClose: () => void }) {
  const { projects } = useMessages();
  const { projectId, serviceId, status } = version;
  const { sections } = declared('estimations');
  return (
    <EditRecord<Version>
      of="estimations"
      path={{ projectId, serviceId }}
      record={version}
      title={projects.form.editVersion}
      sections={status === 'draft' ? sections : sections.slice(0, 1)}
      onClose={onClose}
    />
  );
}
