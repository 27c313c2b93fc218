import { useMessages } from '@consulting/design/language';
import { Card, Loaded } from '@consulting/foundation/components';
import { useCompleteness } from '../completeness/completeness';
import { CompletenessTable } from '../completeness/completeness-table';
import { History } from './history';
import classes from './home.module.css';
import { IndirectCostsCard } from './indirect-costs';
import { useProject } from './project-data';
import { ProjectFacts } from './project-facts';
import { ProjectTotals } from './project-totals-card';
import { Services } from './services';

export default function ProjectHome({ projectId }: { projectId: string }) {
  const project = useProject(projectId);
  return (
    <Loaded query={project}>
      {(found) => (
        <div className={classes.home}>
          <div className={classes.column}>
            <ProjectTotals project={found} />
            <ProjectCompleteness projectId={found.id} />
            <Services project={found} />
            <IndirectCostsCard project={found} />
          </div>
          <div className={classes.column}>
            <ProjectFacts project={found} />
            <History project={found} />
          </div>
        </div>
      )}
    </Loaded>
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
