import type { components } from '@consulting/client/api';
import { useFormats, useMessages } from '@consulting/design/language';
import { answered, useApi } from '@consulting/foundation/api';
import { Card } from '@consulting/foundation/components';
import { type Project, projectChanged } from '@consulting/foundation/project';
import { declared, Fact, Facts, RecordActions, StatusButtons } from '@consulting/foundation/records';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import classes from './home.module.css';
import { useClientPart } from './project-form';
import { Status } from './status';

type ProjectStatus = components['schemas']['ProjectStatus'];

const nextStatuses: Record<ProjectStatus, readonly ProjectStatus[]> = {
  planning: ['active', 'on-hold', 'completed', 'cancelled'],
  active: ['on-hold', 'completed', 'cancelled'],
  'on-hold': ['planning', 'active', 'completed', 'cancelled'],
  completed: ['active'],
  cancelled: ['planning'],
};

const displayedElsewhere = ['name', 'code', 'status'];
const factSections = declared('projects').sections.map((section) => ({
  ...section,
  fields: section.fields.filter(({ name }) => !displayedElsewhere.includes(name)),
}));

export function ProjectFacts({ project }: { project: Project }) {
  const { projects } = useMessages();
  const { time } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const clientPart = useClientPart(project);
  const change = async (status: ProjectStatus) => {
    const params = { path: { projectId: project.id }, header: { 'If-Match': `"${project.version}"` } };
    await answered(api.PUT('/v1/projects/{projectId}', { params, body: { status } }));
    await projectChanged(queries, project.id);
  };
  return (
    <Card title={projects.overview.facts}>
      <Facts of="projects" sections={factSections} record={project}>
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
      <div className={classes.actions}>
        <RecordActions<Project>
          of="projects"
          record={project}
          edit={{ before: clientPart, title: projects.form.editProject, label: projects.overview.edit }}
          remove={{
            title: projects.overview.remove,
            label: projects.overview.remove,
            question: projects.overview.removeQuestion({ name: project.name }),
            onRemoved: () => go('/'),
          }}
        />
      </div>
    </Card>
  );
}
