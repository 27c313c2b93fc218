import { Button, Pager, PausedSearchField, SelectField } from '@consulting/design/controls';
import { Plus } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { Card, Loaded, View } from '@consulting/foundation/components';
import { useListAddress } from '@consulting/foundation/records/list';
import { useSession } from '@consulting/foundation/session';
import { lazy, Suspense, useEffect, useState } from 'react';
import { GuidedStart } from '../start/guided-start';
import { useOpened } from '../start/opened';
import { ClientSearch } from './client-choice';
import { useClient } from './client-data';
import classes from './list.module.css';
import { limit, type ProjectFilter, statuses, useProjects } from './project-list-query';
import { ProjectTable } from './project-table';

const CreateProject = lazy(async () => ({ default: (await import('./project-form')).CreateProject }));

export default function ProjectList() {
  const { projects, start } = useMessages();
  const { text, set, skip, goTo, clear } = useListAddress();
  const [isCreating, setCreating] = useState(false);
  const [isStartOpen, setStartOpen] = useOpened();
  const filter = {
    search: text('search') ?? '',
    status: text('status') ?? null,
    clientId: text('client') ?? null,
    skip,
  };
  const isFiltered = filter.search !== '' || filter.status !== null || filter.clientId !== null;
  const list = useProjects(filter);
  const { canWriteClient, canWriteClients } = useSession();
  const canCreate = filter.clientId === null ? canWriteClients : canWriteClient(filter.clientId);
  const isNone = list.data?.total === 0 && !isFiltered;
  useEffect(() => {
    if (isNone) setStartOpen(true);
  }, [isNone, setStartOpen]);
  const actions = (
    <>
      {!isStartOpen && !isNone && (
        <Button kind="quiet" onPress={() => setStartOpen(true)}>
          {start.title}
        </Button>
      )}
      {canCreate && (
        <Button kind="primary" onPress={() => setCreating(true)}>
          <Plus />
          {projects.list.create}
        </Button>
      )}
    </>
  );
  return (
    <View title={projects.list.title} actions={actions}>
      {(isNone || isStartOpen) && (
        <GuidedStart onCreateProject={() => setCreating(true)} onClose={() => setStartOpen(false)} />
      )}
      {!isNone && <Filters filter={filter} onChange={set} />}
      <Loaded query={list} form="table">
        {({ data, total }) =>
          isNone ? null : total === 0 ? (
            <Card>
              <p>{projects.list.noMatch}</p>
              <div>
                <Button onPress={clear}>{projects.list.clear}</Button>
              </div>
            </Card>
          ) : (
            <div className={list.isPlaceholderData ? classes.stale : undefined}>
              <ProjectTable projects={data} />
              <Pager skip={skip} limit={limit} total={total} onSkip={goTo} />
            </div>
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {isCreating && <CreateProject onClose={() => setCreating(false)} />}
      </Suspense>
    </View>
  );
}

const any = '';

function Filters({
  filter,
  onChange,
}: {
  filter: ProjectFilter;
  onChange: (key: string, value: string) => void;
}) {
  const { projects } = useMessages();
  const client = useClient(filter.clientId).data;
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <PausedSearchField
          label={projects.list.search}
          placeholder={projects.list.searchHint}
          value={filter.search}
          onSearch={(text) => onChange('search', text)}
        />
      </div>
      <SelectField
        label={projects.list.status}
        value={filter.status ?? any}
        onChange={(key) => onChange('status', String(key))}
        choices={[
          { id: any, label: projects.list.anyStatus },
          ...statuses.map((id) => ({ id, label: projects.choices.projectStatus[id] })),
        ]}
      />
      <ClientSearch
        key={client?.id}
        label={projects.list.client}
        none={projects.list.anyClient}
        chosen={client ? { id: client.id, label: `${client.name} (${client.code})` } : null}
        onChoose={(chosen) => onChange('client', chosen?.id ?? '')}
      />
    </search>
  );
}
