import type { components } from '@consulting/client/api';
import { useQueryClient } from '@tanstack/react-query';
import { answered, useApi } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';
import { SelectField } from '../components/fields';
import { useMessages } from '../language/language';
import { projectChanged } from './project-data';
import type { FieldSpec, NamesIn, Section } from './record/field-specs';
import { RecordDialog } from './record/record-dialog';
import type { EstimationService, Version } from './service-data';

type Schemas = components['schemas'];
type Names = NamesIn<Schemas['EstimationInput']>;

const naming: readonly FieldSpec<Names>[] = [
  { kind: 'text', name: 'versionLabel', hint: 'codeHint' },
  { kind: 'text', name: 'name', hint: 'codeHint' },
  { kind: 'text', name: 'preparedBy' },
  { kind: 'text', name: 'reviewedBy' },
  { kind: 'long', name: 'description' },
];

const inReview: readonly Section<Names>[] = [{ title: 'main', fields: naming }];

const sections: readonly Section<Names>[] = [
  { title: 'main', fields: naming },
  {
    title: 'amounts',
    fields: [
      { kind: 'number', name: 'escalationPercent' },
      { kind: 'number', name: 'contingencyPercent' },
      { kind: 'number', name: 'managementReservePercent' },
      { kind: 'number', name: 'indirectAmount' },
      { kind: 'number', name: 'ownersCostAmount' },
      { kind: 'text', name: 'currency', hint: 'currencyHint' },
    ],
  },
  {
    title: 'basis',
    isFolded: true,
    fields: [
      { kind: 'choice', name: 'estimateClass', choices: 'estimateClass' },
      { kind: 'choice', name: 'estimatePurpose', choices: 'estimatePurpose' },
      { kind: 'choice', name: 'estimateMethod', choices: 'estimateMethod' },
      { kind: 'number', name: 'accuracyLowPercent' },
      { kind: 'number', name: 'accuracyHighPercent' },
      { kind: 'date', name: 'baseDate' },
      { kind: 'long', name: 'basisOfEstimate' },
      { kind: 'lines', name: 'assumptions' },
      { kind: 'lines', name: 'exclusions' },
    ],
  },
];

const blank: Schemas['EstimationInput'] = {};
const none = '';

export function NewVersion({ service, onClose }: { service: EstimationService; onClose: () => void }) {
  const { projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const { projectId, serviceId } = service;
  const sources = service.details.estimations.map(({ id, versionLabel, name }) => ({
    id,
    label: `${versionLabel} · ${name}`,
  }));
  return (
    <RecordDialog
      title={projects.form.createVersion}
      record={blank}
      initial={blank}
      sections={sections}
      submit={projects.form.create}
      onClose={onClose}
      leadFields={() => ['sourceEstimationId']}
      lead={({ sourceEstimationId }, change) =>
        sources.length > 0 && (
          <SelectField
            label={projects.fields.sourceEstimationId}
            name="sourceEstimationId"
            value={typeof sourceEstimationId === 'string' ? sourceEstimationId : none}
            onChange={(id) => change('sourceEstimationId', id === none ? null : id)}
            choices={[{ id: none, label: projects.form.unset }, ...sources]}
          />
        )
      }
      write={async (body) => {
        const params = { path: { projectId, serviceId }, header: { 'Idempotency-Key': key } };
        await answered(
          api.POST('/v1/projects/{projectId}/services/{serviceId}/estimations', { params, body }),
        );
        await projectChanged(queries, projectId);
      }}
    />
  );
}

const noChanges: Schemas['EstimationChanges'] = {};

export function EditVersion({ version, onClose }: { version: Version; onClose: () => void }) {
  const { shell, projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const { projectId, serviceId, estimationId } = version;
  const path = { projectId, serviceId, estimationId };
  const address = '/v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}';
  return (
    <RecordDialog
      title={projects.form.editVersion}
      record={version}
      initial={noChanges}
      sections={version.status === 'draft' ? sections : inReview}
      submit={shell.save}
      onClose={onClose}
      readAgain={(): Promise<Version> => answered(api.GET(address, { params: { path } }))}
      write={async (body, seen) => {
        const params = { path, header: { 'If-Match': `"${seen.version}"` } };
        await answered(api.PUT(address, { params, body }));
        await projectChanged(queries, projectId);
      }}
    />
  );
}
