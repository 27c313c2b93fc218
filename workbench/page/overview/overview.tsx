import { useMessages } from '@consulting/design/language';
import { Card, Loaded } from '@consulting/foundation/components';
import {
  type Project,
  type ProjectService,
  useProject,
  useProjectService,
} from '@consulting/foundation/project';
import { useCompleteness } from '../completeness/completeness';
import { CompletenessTable } from '../completeness/completeness-table';
import { History } from '../projects/history';
import { IndirectCostsCard } from '../projects/indirect-costs';
import { ProjectFacts } from '../projects/project-facts';
import { figuresOf, sumOf, useTotals } from '../projects/project-totals';
import { Services } from '../projects/services';
import { EstimateCard } from './estimate-card';
import { LatestImports } from './latest-imports';
import { NextStep } from './next-step';
import { OpenNotes } from './open-notes';
import classes from './overview.module.css';

export default function Overview({ projectId }: { projectId: string }) {
  const project = useProject(projectId);
  return <Loaded query={project}>{(found) => <OfProject project={found} />}</Loaded>;
}

// The service in the address, else the one that costs most.
function useEstimatedService({ id, services }: Project): ProjectService | null {
  const { service } = useProjectService(id);
  const { data } = useTotals(id);
  const costOf = ({ serviceId }: ProjectService) =>
    Number(sumOf(figuresOf(data, serviceId), 'totalCost') ?? 0);
  const estimated = services.filter(({ serviceType }) => serviceType === 'estimation');
  return service ?? estimated.toSorted((one, other) => costOf(other) - costOf(one))[0] ?? null;
}

function OfProject({ project }: { project: Project }) {
  const service = useEstimatedService(project);
  return (
    <div className={classes.overview}>
      <div className={classes.column}>
        <EstimateCard project={project} service={service} />
        <NextStep project={project} service={service} />
        <ProjectCompleteness projectId={project.id} />
        <Services project={project} />
        <IndirectCostsCard project={project} />
      </div>
      <div className={classes.column}>
        <LatestImports project={project} />
        <OpenNotes projectId={project.id} />
        <History project={project} />
        <ProjectFacts project={project} />
      </div>
    </div>
  );
}

function ProjectCompleteness({ projectId }: { projectId: string }) {
  const { figures } = useMessages();
  const scope = { projectId, serviceId: undefined, estimationId: undefined };
  const { data } = useCompleteness(scope);
  if (!data || data.lines === 0) return null;
  return (
    <Card title={figures.completeness.title}>
      <CompletenessTable scope={scope} />
    </Card>
  );
}
