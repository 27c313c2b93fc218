import { Loaded } from '../components/view';
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
