import { useFormats, useMessages } from '@consulting/design/language';
import { Link } from 'wouter';
import { CauseAmounts } from '../figures/revisions/cause-amounts';
import { useMovement } from '../figures/revisions/movement';
import {
  beforeImport,
  type ReconciliationAnswer,
  useReconciliation,
} from '../figures/revisions/revision-queries';
import { useVersions } from '../figures/view/queries';
import { purposeOf, useImports } from '../import/task';
import classes from './overview.module.css';

const causesDisplayed = 3;
const newestFirst = (one: { createdAt: string }, other: { createdAt: string }) =>
  other.createdAt.localeCompare(one.createdAt);

interface State {
  id: string;
  since: string;
}

interface Props {
  projectId: string;
  serviceId: string;
}

// What became of the total since the newest version that went to review, or else since before the newest import.
export function Movement({ projectId, serviceId }: Props) {
  const { projects } = useMessages();
  const { time } = useFormats();
  const versions = useVersions({ projectId, serviceId, estimationId: undefined });
  const imports = useImports(projectId, serviceId, 0);
  if (!versions.data || !imports.data) return null;
  const [version] = versions.data.filter(({ status }) => status !== 'draft').toSorted(newestFirst);
  const task = imports.data.data.find(
    (one) => purposeOf(one) === 'import' && one.status.startsWith('completed'),
  );
  const state = version
    ? {
        id: version.id,
        since: projects.overview.since({ state: `${version.versionLabel} · ${version.name}` }),
      }
    : task && {
        id: `${beforeImport}${task.taskId}`,
        since: projects.overview.sinceImport({ file: task.fileName, at: time(task.createdAt) }),
      };
  return state ? <Since projectId={projectId} serviceId={serviceId} state={state} /> : null;
}

function Since({ projectId, serviceId, state }: { projectId: string; serviceId: string; state: State }) {
  const { projects } = useMessages();
  const scope = { projectId, serviceId, estimationId: undefined };
  const movement = { from: state.id, to: 'current', cause: null };
  const { data, error } = useReconciliation(scope, movement);
  if (error) return null;
  const search = new URLSearchParams({ service: serviceId, from: state.id, to: movement.to });
  return (
    <>
      <p>
        <span className="quiet">{state.since}</span> {data ? <Moved answer={data} /> : '…'}
      </p>
      {data && data.difference !== 0 && (
        <Link href={`/projects/${projectId}/figures/revisions?${search}`}>{projects.overview.allCauses}</Link>
      )}
    </>
  );
}

function Moved({ answer: { difference, causes, currency } }: { answer: ReconciliationAnswer }) {
  const { projects } = useMessages();
  const { signedAmount } = useMovement(currency);
  if (difference === 0) return <>{projects.overview.unmoved}</>;
  const largest = causes
    .toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount))
    .slice(0, causesDisplayed);
  return (
    <>
      <strong className={classes.difference}>{signedAmount(difference)}</strong>{' '}
      <CauseAmounts causes={largest} currency={currency} />
    </>
  );
}
