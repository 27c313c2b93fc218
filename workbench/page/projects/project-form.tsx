import type { components } from '@consulting/client/api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { answered, useApi } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';
import { useMessages } from '../language/language';
import { type ChosenClient, ClientChoice } from './client-choice';
import type { Client } from './client-data';
import { NewClient } from './client-form';
import { type Project, projectChanged } from './project-data';
import type { NamesIn, Section } from './record/field-specs';
import { RecordDialog } from './record/record-dialog';

type Schemas = components['schemas'];

export const projectSections: readonly Section<NamesIn<Schemas['ProjectInput']>>[] = [
  {
    title: 'main',
    fields: [
      { kind: 'text', name: 'name', isRequired: true },
      { kind: 'text', name: 'code', hint: 'codeHint' },
      { kind: 'choice', name: 'status', choices: 'projectStatus', isRequired: true },
      { kind: 'text', name: 'projectType' },
      { kind: 'text', name: 'currency', hint: 'currencyHint' },
      { kind: 'choice', name: 'unitSystem', choices: 'unitSystem', isRequired: true },
      { kind: 'long', name: 'description' },
    ],
  },
  {
    title: 'place',
    fields: [
      { kind: 'text', name: 'country', hint: 'countryHint' },
      { kind: 'text', name: 'province' },
      { kind: 'text', name: 'region' },
      { kind: 'text', name: 'city' },
      { kind: 'number', name: 'year', isYear: true },
      { kind: 'choice', name: 'quarter', choices: 'quarter' },
    ],
  },
  {
    title: 'schedule',
    isFolded: true,
    fields: [
      { kind: 'date', name: 'startDate' },
      { kind: 'date', name: 'mechanicalCompletionDate' },
      { kind: 'date', name: 'endDate' },
      { kind: 'text', name: 'projectManager' },
    ],
  },
  {
    title: 'more',
    isFolded: true,
    fields: [
      { kind: 'choice', name: 'contractType', choices: 'contractType' },
      { kind: 'choice', name: 'siteCondition', choices: 'siteCondition' },
      { kind: 'text', name: 'industrySector' },
      { kind: 'text', name: 'capacity' },
      { kind: 'number', name: 'budgetAmount' },
      { kind: 'text', name: 'clientReference' },
      { kind: 'text', name: 'siteAddress' },
      { kind: 'number', name: 'latitude' },
      { kind: 'number', name: 'longitude' },
      { kind: 'lines', name: 'tags' },
      { kind: 'long', name: 'remarks' },
    ],
  },
];

type NewProject = Omit<Schemas['ProjectInput'], 'clientId'>;

const blank: NewProject = { name: '', status: 'planning', unitSystem: 'metric' };

const chosenOf = ({ id, name, code }: Pick<Client, 'id' | 'name' | 'code'>): ChosenClient => ({
  id,
  label: `${name} (${code})`,
});

export function CreateProject({ onClose }: { onClose: () => void }) {
  const { projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const [, go] = useLocation();
  const [client, setClient] = useState<ChosenClient | null>(null);
  const [isNew, setNew] = useState(false);
  return (
    <>
      <RecordDialog
        title={projects.form.createProject}
        record={blank}
        initial={blank}
        sections={projectSections}
        submit={projects.form.create}
        onClose={onClose}
        leadFields={() => ['clientId']}
        lead={() => <ClientChoice chosen={client} onChoose={setClient} onNew={() => setNew(true)} />}
        write={async (typed) => {
          const body = { ...typed, clientId: client?.id ?? '' };
          const header = { 'Idempotency-Key': key };
          const { id } = await answered(api.POST('/v1/projects', { body, params: { header } }));
          await projectChanged(queries, id);
          go(`/projects/${id}`);
        }}
      />
      {isNew && <NewClient onClose={() => setNew(false)} onCreated={(made) => setClient(chosenOf(made))} />}
    </>
  );
}

const noChanges: Schemas['ProjectChanges'] = {};

export function EditProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { shell, projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const path = { projectId: project.id };
  const [client, setClient] = useState<ChosenClient | null>(chosenOf(project.client));
  const [isNew, setNew] = useState(false);
  return (
    <>
      <RecordDialog
        title={projects.form.editProject}
        record={project}
        initial={noChanges}
        sections={projectSections}
        submit={shell.save}
        onClose={onClose}
        leadFields={() => ['clientId']}
        lead={() =>
          project.services.length > 0 ? (
            <p className="quiet">
              {project.client.name} · {projects.overview.fixedClient}
            </p>
          ) : (
            <ClientChoice chosen={client} onChoose={setClient} onNew={() => setNew(true)} />
          )
        }
        readAgain={() => answered(api.GET('/v1/projects/{projectId}', { params: { path } }))}
        write={async (typed, { version }) => {
          const header = { 'If-Match': `"${version}"` };
          const body =
            client === null || client.id === project.clientId ? typed : { ...typed, clientId: client.id };
          await answered(api.PUT('/v1/projects/{projectId}', { body, params: { path, header } }));
          await projectChanged(queries, project.id);
        }}
      />
      {isNew && <NewClient onClose={() => setNew(false)} onCreated={(made) => setClient(chosenOf(made))} />}
    </>
  );
}
