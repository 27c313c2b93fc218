import { useFormats, useMessages } from '@consulting/design/language';
import { Card, ProblemNotice } from '@consulting/foundation/components';
import { useSession } from '@consulting/foundation/session';
import { Link } from 'wouter';
import classes from './home.module.css';
import type { Project } from './project-data';
import { sumOf, useTotals } from './project-totals';

const costs = ['labourCost', 'materialCost', 'equipmentCost', 'totalCost'] as const;

export function ProjectTotals({ project }: { project: Project }) {
  const { projects } = useMessages();
  const { number, money } = useFormats();
  const { canWrite } = useSession();
  const totals = useTotals(project.id);
  const sums = totals.data?.totals;
  const said = (key: string, write: (value: number | string) => string) => {
    const value = sumOf(sums, key);
    return value === null ? '…' : write(value);
  };
  const isEmpty = sumOf(sums, 'lines') === 0;
  return (
    <Card title={projects.overview.totals}>
      {totals.error && <ProblemNotice error={totals.error} onRetry={totals.refetch} />}
      {isEmpty ? (
        <p>
          {projects.overview.noLines}{' '}
          {canWrite && project.services.some(({ serviceType }) => serviceType === 'estimation') && (
            <Link href={`/projects/${project.id}/import`}>{projects.overview.importFirst}</Link>
          )}
        </p>
      ) : (
        <dl className={classes.tiles}>
          <Tile label={projects.overview.lines} value={said('lines', (value) => number(value, 0))} />
          <Tile
            label={projects.overview.manHours}
            value={said('totalManHours', (value) => number(value, 1))}
          />
          {costs.map((key) => (
            <Tile
              key={key}
              label={projects.overview[key]}
              value={said(key, (value) => money(value, project.currency))}
              isMain={key === 'totalCost'}
            />
          ))}
        </dl>
      )}
    </Card>
  );
}

const Tile = ({ label, value, isMain = false }: { label: string; value: string; isMain?: boolean }) => (
  <div className={isMain ? `${classes.tile} ${classes.main}` : classes.tile}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
