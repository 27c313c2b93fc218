import { SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Loaded } from '../../components/view';
import { type Scope, useSettings } from '../view/address';
import { Choices } from '../view/choices';
import { useVersions, type Version } from '../view/queries';
import { Comparison } from './comparison';
import { type Perspective, perspectives, useComparison } from './revision-queries';
import classes from './revisions.module.css';

const current = 'current';

export function Revisions({ scope }: { scope: Scope }) {
  const { figures } = useMessages();
  const versions = useVersions(scope);
  if (scope.serviceId === undefined)
    return <p className={classes.empty}>{figures.revisions.chooseService}</p>;
  return (
    <Loaded query={versions}>
      {(data) => {
        const stored = data.filter(({ status }) => status !== 'draft');
        return stored.length === 0 ? (
          <p className={classes.empty}>{figures.revisions.none}</p>
        ) : (
          <Compared scope={scope} versions={stored} />
        );
      }}
    </Loaded>
  );
}

function Compared({ scope, versions }: { scope: Scope; versions: readonly Version[] }) {
  const { figures } = useMessages();
  const [search, change] = useSettings();
  const known = (id: string | null) => (id === current || versions.some((one) => one.id === id) ? id : null);
  const from = known(search.get('from')) ?? versions[0]?.id ?? current;
  const to = known(search.get('to')) ?? current;
  const perspective: Perspective = search.get('by') === 'wbs' ? 'wbs' : 'discipline';
  const labelOf = (id: string) => {
    const version = versions.find((one) => one.id === id);
    if (!version) return figures.presentLines;
    return figures.version({
      label: version.versionLabel,
      name: version.name,
      status: figures.versionStatus[version.status ?? 'draft'],
    });
  };
  const choices = [...versions.map(({ id }) => id), current].map((id) => ({ id, label: labelOf(id) }));
  const comparison = useComparison(scope.projectId, from, to);
  return (
    <>
      <div className={classes.tools}>
        <SelectField
          label={figures.revisions.from}
          choices={choices}
          value={from}
          onChange={(key) => change({ from: String(key) })}
        />
        <SelectField
          label={figures.revisions.to}
          choices={choices}
          value={to}
          onChange={(key) => change({ to: String(key) })}
        />
        <Choices
          label={figures.revisions.by}
          choices={perspectives.map((id) => ({ id, label: figures.revisions.perspectives[id] }))}
          chosen={perspective}
          onChoose={(id) => change({ by: id === 'discipline' ? null : id })}
        />
      </div>
      {from === to ? (
        <p className={classes.empty}>{figures.revisions.same}</p>
      ) : (
        <Loaded query={comparison}>
          {(data) => (
            <Comparison
              scope={scope}
              comparison={data}
              perspective={perspective}
              names={{ from: labelOf(from), to: labelOf(to) }}
            />
          )}
        </Loaded>
      )}
    </>
  );
}
