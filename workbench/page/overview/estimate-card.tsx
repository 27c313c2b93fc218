import { useFormats, useMessages } from '@consulting/design/language';
import { Card, ProblemNotice } from '@consulting/foundation/components';
import type { Project, ProjectService } from '@consulting/foundation/project';
import { sumOf, useTotals } from '../projects/project-totals';
import { Movement } from './movement';
import classes from './overview.module.css';

const costs = ['labourCost', 'materialCost', 'equipmentCost'] as const;

interface Props {
  project: Project;
  service: ProjectService | null;
}

export function EstimateCard({ project, service }: Props) {
  const { projects } = useMessages();
  const { number, money } = useFormats();
  const totals = useTotals(project.id);
  const sums = totals.data?.totals;
  const written = (key: string, write: (value: number | string) => string) => {
    const value = sumOf(sums, key);
    return value === null ? '…' : write(value);
  };
  const inMoney = (value: number | string) => money(value, project.currency);
  if (sumOf(sums, 'lines') === 0) return null;
  return (
    <Card title={projects.overview.totals}>
      {totals.error && <ProblemNotice error={totals.error} onRetry={totals.refetch} />}
      <dl className={classes.estimate}>
        <div className={classes.total}>
          <dt>{projects.overview.totalCost}</dt>
          <dd>{written('totalCost', inMoney)}</dd>
        </div>
        {costs.map((key) => (
          <div key={key}>
            <dt>{projects.overview[key]}</dt>
            <dd>{written(key, inMoney)}</dd>
          </div>
        ))}
        <div>
          <dt>{projects.overview.manHours}</dt>
          <dd>{written('totalManHours', (value) => number(value, 1))}</dd>
        </div>
        <div>
          <dt>{projects.overview.lines}</dt>
          <dd>{written('lines', (value) => number(value, 0))}</dd>
        </div>
      </dl>
      {service && (
        <section className={classes.movement} aria-label={projects.overview.movement}>
          {project.services.length > 1 && <h3>{service.name}</h3>}
          <Movement projectId={project.id} serviceId={service.serviceId} />
        </section>
      )}
    </Card>
  );
}
