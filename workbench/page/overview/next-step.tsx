import { useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import type { Project, ProjectService } from '@consulting/foundation/project';
import { ForWriters } from '@consulting/foundation/session';
import { viewParameters } from '@consulting/takeoff-lines';
import { Link } from 'wouter';
import { type Completeness, useCompleteness } from '../completeness/completeness';
import { useVersions, type Version } from '../figures/view/queries';
import classes from './overview.module.css';

type Gap = Completeness['gaps'][number];

// In the order in which they are closed: hours need quantities, rates need hours.
const closedInTurn = ['NO_QUANTITY', 'NO_HOURS', 'NO_LABOUR_RATE', 'NO_MATERIAL_PRICE'] as const;

interface Props {
  project: Project;
  service: ProjectService | null;
}

export function NextStep({ project, service }: Props) {
  const { projects } = useMessages();
  return (
    <Card title={projects.nextStep.title}>
      {service && project.services.length > 1 && <p className="quiet">{service.name}</p>}
      {service ? <OfService project={project} service={service} /> : <p>{projects.nextStep.service}</p>}
    </Card>
  );
}

function OfService({ project, service: { serviceId } }: { project: Project; service: ProjectService }) {
  const { projects, figures } = useMessages();
  const words = projects.nextStep;
  const { review, documents: document } = figures.views;
  const links = { gap: words.lines, version: words.versions, review, document };
  const scope = { projectId: project.id, serviceId, estimationId: undefined };
  // Of a project with one service the overview has this already.
  const isOnly = project.services.length === 1;
  const { data: completeness } = useCompleteness(isOnly ? { ...scope, serviceId: undefined } : scope);
  const { data: versions } = useVersions(scope);
  if (!completeness || !versions) return <p className="quiet">…</p>;
  const step = stepOf(completeness, versions);
  const place = addressOf(project.id, serviceId, step);
  if (step.name === 'import')
    return (
      <div className={classes.step}>
        <p>{projects.overview.noLines}</p>
        <ForWriters>
          <Link href={place}>{projects.overview.importFirst}</Link>
        </ForWriters>
      </div>
    );
  return (
    <div className={classes.step}>
      <p>{step.name === 'gap' ? words.gaps[step.code]({ count: step.lines }) : words.steps[step.name]}</p>
      <Link href={place}>{links[step.name]}</Link>
    </div>
  );
}

type ClosedGap = Pick<Gap, 'lines' | 'filters'> & { code: (typeof closedInTurn)[number] };
type Step = { name: 'import' | 'version' | 'review' | 'document' } | ({ name: 'gap' } & ClosedGap);

function stepOf({ lines, gaps }: Completeness, versions: readonly Version[]): Step {
  if (lines === 0) return { name: 'import' };
  for (const code of closedInTurn) {
    const gap = gaps.find((one) => one.code === code);
    if (gap && gap.lines > 0) return { ...gap, name: 'gap', code };
  }
  if (versions.some(({ status }) => status === 'approved')) return { name: 'document' };
  return { name: versions.length === 0 ? 'version' : 'review' };
}

function addressOf(projectId: string, serviceId: string, step: Step): string {
  const inProject = `/projects/${projectId}`;
  const search = new URLSearchParams({ service: serviceId });
  switch (step.name) {
    case 'import':
      return `${inProject}/import?${search}`;
    case 'gap': {
      const view = viewParameters({ serviceId, discipline: null, filters: step.filters });
      return `${inProject}/takeoff?${new URLSearchParams(view)}`;
    }
    case 'version':
      return `${inProject}?${search}`;
    case 'review':
      return `${inProject}/figures/review?${search}`;
    case 'document':
      return `${inProject}/figures/documents?${search}`;
  }
}
