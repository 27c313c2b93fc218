import { PausedSearchField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import { useState } from 'react';
import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components';
import { type NamedView, useViews } from './named-view';
import classes from './views.module.css';

interface Props {
  projectId: string;
  view: NamedView | null;
  onChoose: (view: NamedView | null) => void;
  onClose: () => void;
}

const all = 'all';
const searchableFrom = 9;

export function ViewList({ projectId, view, onChoose, onClose }: Props) {
  const { takeoff, shell } = useMessages();
  const words = takeoff.views;
  const [search, setSearch] = useState('');
  const whole = useViews(projectId, '');
  const found = useViews(projectId, search);
  const views = found.data?.data ?? [];
  const groups = [
    { id: 'own', title: words.own, views: views.filter(({ isOwn }) => isOwn) },
    { id: 'shared', title: words.shared, views: views.filter(({ isOwn }) => !isOwn) },
  ].filter((group) => group.views.length > 0);
  const left = (found.data?.total ?? 0) - views.length;
  return (
    <>
      {(whole.data?.total ?? 0) >= searchableFrom && (
        <PausedSearchField label={words.search} value={search} onSearch={setSearch} />
      )}
      {found.error ? <ProblemNotice error={found.error} onRetry={found.refetch} /> : null}
      <ListBox
        aria-label={words.title}
        className={classes.list}
        selectionMode="single"
        selectedKeys={[view?.viewId ?? all]}
        onSelectionChange={(keys) => {
          const [key] = [...keys];
          const chosen = views.find(({ viewId }) => viewId === key);
          if (chosen || key === all) onChoose(chosen ?? null);
          else onClose();
        }}
      >
        <ListBoxItem id={all} textValue={words.all} className={classes.item}>
          {words.all}
        </ListBoxItem>
        <Collection items={groups}>
          {({ id, title, views: members }) => (
            <ListBoxSection id={id}>
              <Header className={classes.head}>{title}</Header>
              <Collection items={members}>{(one) => <Item view={one} />}</Collection>
            </ListBoxSection>
          )}
        </Collection>
      </ListBox>
      {found.isFetched && views.length === 0 && (
        <p className="quiet">{search === '' ? words.none : shell.nothingFound}</p>
      )}
      {left > 0 && <p className="quiet">{words.more({ count: left })}</p>}
    </>
  );
}

function Item({ view }: { view: NamedView }) {
  const words = useMessages().takeoff.views;
  const { viewId, name, isOwn, isShared, createdBy, projectId, clientId } = view;
  const scope = projectId === null && (clientId === null ? words.scopes.all : words.scopes.client);
  const details = [scope, isOwn ? isShared && words.isShared : createdBy].filter(Boolean);
  return (
    <ListBoxItem id={viewId} textValue={name} className={classes.item}>
      <span>{name}</span> <span className="quiet">{details.join(' · ')}</span>
    </ListBoxItem>
  );
}
