import { SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Loaded } from '@consulting/foundation/components';
import { Link, Route, Switch, useSearchParams } from 'wouter';
import { Review } from '../review/review';
import { Crews } from './crews/crews';
import { Documents } from './documents/documents';
import classes from './figures.module.css';
import { Revisions } from './revisions/revisions';
import { Summary } from './summary/summary';
import { currentLines, type Scope, useScope, useSettings, withSettings } from './view/address';
import { useVersions, type Version } from './view/queries';
import { Wbs } from './wbs/wbs';
import { WhatIf } from './what-if/what-if';

const views = ['summary', 'wbs', 'crews', 'revisions', 'review', 'what-if', 'documents'] as const;

type ViewName = (typeof views)[number];

const readsVersions: readonly ViewName[] = ['summary', 'wbs', 'review', 'documents'];

export default function Figures({ projectId }: { projectId: string }) {
  const scope = useScope(projectId);
  return (
    <Switch>
      {views.map((name) => (
        <Route key={name} path={addressOf(projectId, name)}>
          <Framed scope={scope} name={name} />
        </Route>
      ))}
      <Route>
        <Framed scope={scope} name="summary" />
      </Route>
    </Switch>
  );
}

const addressOf = (projectId: string, name: ViewName) =>
  `/projects/${projectId}/figures${name === 'summary' ? '' : `/${name}`}`;

function Framed({ scope, name }: { scope: Scope; name: ViewName }) {
  const isReadingVersions = readsVersions.includes(name);
  const versions = useVersions(scope);
  const usual = useUsualVersion(versions.data, name);
  const estimationId = isReadingVersions ? (scope.estimationId ?? usual) : undefined;
  const current = { ...scope, estimationId };
  return (
    <div className={classes.figures}>
      <div className={classes.bar}>
        <ViewLinks projectId={scope.projectId} here={name} />
        {isReadingVersions && <VersionChoice scope={current} />}
      </div>
      {name === 'documents' ? (
        // Before the versions are known, the document would be one of the current lines.
        <Loaded query={versions}>{() => <View name={name} scope={current} />}</Loaded>
      ) : (
        <View name={name} scope={current} />
      )}
    </div>
  );
}

// What goes to a client is the approved version, unless somebody chooses otherwise.
function useUsualVersion(versions: readonly Version[] | undefined, name: ViewName): string | undefined {
  const [search] = useSearchParams();
  if (name !== 'documents' || search.get('version') === currentLines) return undefined;
  return versions?.find(({ status }) => status === 'approved')?.id;
}

function View({ name, scope }: { name: ViewName; scope: Scope }) {
  switch (name) {
    case 'summary':
      return <Summary scope={scope} />;
    case 'wbs':
      return <Wbs scope={scope} />;
    case 'crews':
      return <Crews scope={scope} />;
    case 'revisions':
      return <Revisions scope={scope} />;
    case 'review':
      return <Review scope={scope} />;
    case 'what-if':
      return <WhatIf scope={scope} />;
    case 'documents':
      return <Documents scope={scope} />;
  }
}

function ViewLinks({ projectId, here }: { projectId: string; here: ViewName }) {
  const { figures } = useMessages();
  const [search] = useSearchParams();
  const stored = withSettings(new URLSearchParams(), {
    service: search.get('service'),
    version: search.get('version'),
  });
  return (
    <nav aria-label={figures.title} className={classes.views}>
      {views.map((name) => (
        <Link
          key={name}
          href={addressOf(projectId, name) + stored}
          className={classes.view}
          aria-current={name === here ? 'page' : undefined}
        >
          {figures.views[name]}
        </Link>
      ))}
    </nav>
  );
}

function VersionChoice({ scope }: { scope: Scope }) {
  const { figures } = useMessages();
  const [, change] = useSettings();
  const { data = [] } = useVersions(scope);
  const stored = data.filter(({ status }) => status !== 'draft');
  if (stored.length === 0) return null;
  const choices = stored.map(({ id, versionLabel, name, status }) => ({
    id,
    label: figures.version({ label: versionLabel, name, status: figures.versionStatus[status ?? 'draft'] }),
  }));
  return (
    <div className={classes.version}>
      <SelectField
        label={figures.versionOf}
        choices={[{ id: currentLines, label: figures.presentLines }, ...choices]}
        value={scope.estimationId ?? currentLines}
        onChange={(key) => change({ version: String(key) })}
      />
    </div>
  );
}
