import { Choices, EmptyState, SelectField } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Loaded } from '@consulting/foundation/components';
import { DownloadButton } from '@consulting/foundation/download';
import { isRunning, purposeOf, useImports } from '../../import/task';
import { type Scope, useSettings } from '../view/address';
import { useVersions, type Version } from '../view/queries';
import { Comparison } from './comparison';
import { Reconciliation } from './reconciliation';
import {
  beforeImport,
  type LineCause,
  type Perspective,
  perspectives,
  reconciliationFile,
  useComparison,
  useReconciliation,
} from './revision-queries';
import classes from './revisions.module.css';

const current = 'current';

interface State {
  id: string;
  label: string;
}

export function Revisions({ scope }: { scope: Scope }) {
  const { figures } = useMessages();
  const versions = useVersions(scope);
  if (scope.serviceId === undefined) return <EmptyState words={figures.revisions.chooseService} />;
  return (
    <Loaded query={versions}>
      {(data) => <WithStates scope={scope} versions={data.filter(({ status }) => status !== 'draft')} />}
    </Loaded>
  );
}

function WithStates({ scope, versions }: { scope: Scope; versions: readonly Version[] }) {
  const { figures } = useMessages();
  const formats = useFormats();
  const imports = useImports(scope.projectId, scope.serviceId ?? '', 0);
  const stored = versions.map(({ id, versionLabel, name, status }) => ({
    id,
    label: figures.version({ label: versionLabel, name, status: figures.versionStatus[status ?? 'draft'] }),
  }));
  return (
    <Loaded query={imports}>
      {({ data }) => {
        const before = data
          .filter((task) => !isRunning(task) && purposeOf(task) === 'import' && task.status === 'completed')
          .map(({ taskId, fileName, createdAt }) => ({
            id: `${beforeImport}${taskId}`,
            label: figures.reconciliation.before({ file: fileName, at: formats.time(createdAt) }),
          }));
        const states = [...stored, ...before];
        return states.length === 0 ? (
          <EmptyState words={figures.revisions.none} />
        ) : (
          <Compared scope={scope} states={states} />
        );
      }}
    </Loaded>
  );
}

function Compared({ scope, states }: { scope: Scope; states: readonly State[] }) {
  const { figures } = useMessages();
  const [search, change] = useSettings();
  const choices = [...states, { id: current, label: figures.presentLines }];
  const known = (id: string | null) => choices.find((one) => one.id === id);
  const from = known(search.get('from')) ?? (choices[0] as State);
  const to = known(search.get('to')) ?? (choices.at(-1) as State);
  const isOfImport = [from, to].some(({ id }) => id.startsWith(beforeImport));
  const by = perspectives.find((one) => one === search.get('by')) ?? 'cause';
  const perspective: Perspective = isOfImport ? 'cause' : by;
  return (
    <>
      <div className={classes.tools}>
        <SelectField
          label={figures.revisions.from}
          choices={choices}
          value={from.id}
          onChange={(key) => change({ from: String(key), cause: null })}
        />
        <SelectField
          label={figures.revisions.to}
          choices={choices}
          value={to.id}
          onChange={(key) => change({ to: String(key), cause: null })}
        />
        {!isOfImport && (
          <Choices
            label={figures.revisions.by}
            choices={perspectives.map((id) => ({ id, label: figures.revisions.perspectives[id] }))}
            chosen={perspective}
            onChoose={(id) => change({ by: id === 'cause' ? null : id })}
          />
        )}
      </div>
      {from.id === to.id ? (
        <EmptyState words={figures.revisions.same} />
      ) : perspective === 'cause' ? (
        <ByCause {...{ scope, from, to }} />
      ) : (
        <ByPlace {...{ scope, from, to, perspective }} />
      )}
    </>
  );
}

interface Sides {
  scope: Scope;
  from: State;
  to: State;
}

// The lines of a state; those before an import are stored nowhere as a whole.
function scopeOf(scope: Scope, { id }: State): Scope | null {
  if (id.startsWith(beforeImport)) return null;
  return { ...scope, estimationId: id === current ? undefined : id };
}

function ByCause({ scope, from, to }: Sides) {
  const { figures } = useMessages();
  const [search] = useSettings();
  const cause = search.get('cause') as LineCause | null;
  const movement = { from: from.id, to: to.id, cause };
  const query = useReconciliation(scope, movement);
  const estimationId = to.id === current ? undefined : to.id;
  const scopes = { from: scopeOf(scope, from), to: scopeOf(scope, to) };
  return (
    <>
      <Loaded query={query}>
        {(answer) => (
          <Reconciliation
            names={{ from: from.label, to: to.label }}
            scope={{ ...scope, estimationId }}
            {...{ scopes, answer, cause }}
          />
        )}
      </Loaded>
      <DownloadButton
        label={figures.reconciliation.download}
        {...reconciliationFile(scope, { ...movement, cause: null })}
      />
    </>
  );
}

function ByPlace({ scope, from, to, perspective }: Sides & { perspective: Exclude<Perspective, 'cause'> }) {
  const comparison = useComparison(scope.projectId, from.id, to.id);
  return (
    <Loaded query={comparison}>
      {(data) => (
        <Comparison
          scope={scope}
          scopes={{ from: scopeOf(scope, from), to: scopeOf(scope, to) }}
          comparison={data}
          perspective={perspective}
          names={{ from: from.label, to: to.label }}
        />
      )}
    </Loaded>
  );
}
