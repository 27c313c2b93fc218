import { useFormats, useMessages } from '@consulting/design/language';
import { useRead } from '@consulting/foundation/api';
import { Card, ProblemNotice } from '@consulting/foundation/components';
import type { Project } from '@consulting/foundation/project';
import { importPath } from '@consulting/foundation/project';
import { Link } from 'wouter';
import { useMoneyInWords } from '../import/file-money';
import { type EarlierImport, purposeOf, useTask } from '../import/task';
import classes from './overview.module.css';

const displayedMax = 4;
const readMax = 20;

export function LatestImports({ project }: { project: Project }) {
  const { projects } = useMessages();
  const { data, error } = useRead(['imports', project.id, 'latest'], '/api/v1/mto/imports', {
    query: { projectId: project.id, limit: readMax },
  });
  const tasks = data?.data.filter((task) => purposeOf(task) === 'import').slice(0, displayedMax) ?? [];
  if (!error && tasks.length === 0) return null;
  return (
    <Card title={projects.overview.imports}>
      {error && <ProblemNotice error={error} />}
      <ul className={classes.list}>
        {tasks.map((task) => (
          <ImportItem key={task.taskId} projectId={project.id} task={task} />
        ))}
      </ul>
    </Card>
  );
}

function ImportItem({ projectId, task }: { projectId: string; task: EarlierImport }) {
  const { imports, projects } = useMessages();
  const { time, named } = useFormats();
  const { taskId, serviceId, fileName, status, undoneBy, result, createdBy, createdAt } = task;
  const counts = (['imported', 'updated', 'failed'] as const)
    .filter((outcome) => result !== null && result[outcome] > 0)
    .map((outcome) => imports.earlier.outcomes[outcome]({ count: result?.[outcome] ?? 0 }));
  const state = undoneBy === null ? imports.statuses[status] : imports.earlier.undone;
  return (
    <li>
      <Link href={importPath({ projectId, serviceId }, taskId)}>{fileName}</Link>
      <div className="quiet">{counts.length > 0 ? named(state, counts.join(', ')) : state}</div>
      {status === 'completed' && <Money taskId={taskId} />}
      <div className="quiet">{projects.overview.byAt({ who: createdBy, when: time(createdAt) })}</div>
    </li>
  );
}

function Money({ taskId }: { taskId: string }) {
  const inWords = useMoneyInWords();
  const { data: task } = useTask(taskId);
  const money = task?.reconciliation?.money;
  return money ? <div className={money.agrees ? 'quiet' : classes.differs}>{inWords(money)}</div> : null;
}
