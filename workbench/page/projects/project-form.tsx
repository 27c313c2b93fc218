import { useMessages } from '@consulting/design/language';
import type { Project } from '@consulting/foundation/project';
import { NewRecord, type Part, type Stored } from '@consulting/foundation/records';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type ChosenClient, ClientChoice } from './client-choice';
import type { Client } from './client-data';

const chosenOf = ({ id, name, code }: Pick<Client, 'id' | 'name' | 'code'>): ChosenClient => ({
  id,
  label: `${name} (${code})`,
});

export function useClientPart(project?: Project): Part {
  const { projects } = useMessages();
  const [known, setKnown] = useState(project ? [chosenOf(project.client)] : []);
  const [isNew, setNew] = useState(false);
  return {
    names: () => ['clientId'],
    content: ({ clientId }, change) => {
      if (project && project.services.length > 0)
        return (
          <p className="quiet">
            {project.client.name} · {projects.overview.fixedClient}
          </p>
        );
      const choose = (client: ChosenClient | null) => {
        if (client) setKnown([...known, client]);
        change({ clientId: client?.id ?? null });
      };
      return (
        <>
          <ClientChoice
            chosen={known.find(({ id }) => id === clientId) ?? null}
            onChoose={choose}
            onNew={() => setNew(true)}
          />
          {isNew && (
            <NewRecord<Client>
              of="clients"
              title={projects.clients.create}
              submit={projects.form.create}
              onSaved={(made) => choose(chosenOf(made))}
              onClose={() => setNew(false)}
            />
          )}
        </>
      );
    },
  };
}

export function CreateProject({ onClose }: { onClose: () => void }) {
  const { projects } = useMessages();
  const [, go] = useLocation();
  return (
    <NewRecord<Stored>
      of="projects"
      title={projects.form.createProject}
      submit={projects.form.create}
      before={useClientPart()}
      onSaved={({ id }) => go(`/projects/${id}`)}
      onClose={onClose}
    />
  );
}
