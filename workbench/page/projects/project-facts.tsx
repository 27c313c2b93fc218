import type { components } from '@consulting/client/api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { answered, useApi } from '../api/client';
import { Button } from '../components/button';
import { Card } from '../components/view';
import { useFormats, useMessages } from '../language/language';
import { ForWriters } from '../session/session';
import { Confirm } from './confirm';
import { Fact, Facts } from './facts';
import classes from './home.module.css';
import { type Project, projectChanged } from './project-data';
import { EditProject, projectSections } from './project-form';
import { Status } from './status';
import { StatusButtons } from './status-buttons';

type ProjectStatus = components['schemas']['ProjectStatus'];

const nextStatuses: Record<ProjectStatus, readonly ProjectStatus[]> = {
  planning: ['active', 'on-hold', 'completed', 'cancelled'],
  active: ['on-hold', 'completed', 'cancelled'],
  'on-hold': ['planning', 'active', 'completed', 'cancelled'],
  completed: ['active'],
  cancelled: ['planning'],
};

const shownElsewhere = ['name', 'code', 'status'];
const factSections = projectSections.map((section) => ({
  ...section,
  fields: section.fields.filter(({ name }) => !shownElsewhere.includes(name)),
}));

export function ProjectFacts({ project }: { project: Project }) {
  const { projects } = useMessages();
  const { time } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const [doing, setDoing] = useState<'edit' | 'remove' | null>(null);
  const close = () => setDoing(null);
  const change = async (status: ProjectStatus) => {
    const params = { path: { projectId: project.id }, header: { 'If-Match': `"${project.version}"` } };
    await answered(api.PUT('/v1/projects/{projectId}', { params, body: { status } }));
    await projectChanged(queries, project.id);
  };
  return (
    <Card title={projects.overview.facts}>
      <Facts sections={factSections} record={project}>
        <Fact name={projects.list.client}>{project.client.name}</Fact>
        <Fact name={projects.fields.status}>
          <Status value={project.status} names={projects.choices.projectStatus} />
        </Fact>
      </Facts>
      <p className="quiet">
        {projects.overview.changed}:{' '}
        {projects.overview.changedBy({ when: time(project.updatedAt), who: project.updatedBy })}
      </p>
      <StatusButtons
        label={projects.overview.changeStatus}
        next={nextStatuses[project.status]}
        name={(status) => projects.choices.projectStatus[status]}
        change={change}
      />
      <ForWriters>
        <div className={classes.actions}>
          <Button onPress={() => setDoing('edit')}>{projects.overview.edit}</Button>
          <Button kind="danger" onPress={() => setDoing('remove')}>
            {projects.overview.remove}
          </Button>
        </div>
      </ForWriters>
      {doing === 'edit' && <EditProject project={project} onClose={close} />}
      {doing === 'remove' && <RemoveProject project={project} onClose={close} />}
    </Card>
  );
}

function RemoveProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { shell, projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const [, go] = useLocation();
  return (
    <Confirm
      title={projects.overview.remove}
      question={projects.overview.removeQuestion({ name: project.name })}
      submit={shell.remove}
      onClose={onClose}
      act={async () => {
        const params = { path: { projectId: project.id }, header: { 'If-Match': `"${project.version}"` } };
        await answered(api.DELETE('/v1/projects/{projectId}', { params }));
        go('/');
        queries.removeQueries({ queryKey: ['project', project.id] });
        await queries.invalidateQueries({ queryKey: ['projects'] });
      }}
    />
  );
}
