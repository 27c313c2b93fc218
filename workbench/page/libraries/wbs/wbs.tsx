import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answered, useApi } from '../../api/client';
import { disciplines } from '../../api/disciplines';
import { SelectField } from '../../components/fields';
import { Loaded, View } from '../../components/view';
import { useMessages } from '../../language/language';
import { ForWriters } from '../../session/session';
import type { FileList } from '../files/file-list';
import { ListFiles, useImport } from '../files/list-files';
import { type ListAddress, pagingOf, useListAddress } from '../list/address';
import { ChoiceFilter, FilterBar } from '../list/filters';
import { EmptyLibrary } from '../list/library-view';
import { ProjectField } from '../list/project-field';
import { Pager } from '../list/record-table';
import { choiceLabel } from '../record/field';
import { AddItem } from './item-dialog';
import { ItemDrawer } from './item-drawer';
import classes from './wbs.module.css';
import { wbsGroups, wbsKey } from './wbs-record';
import { isBranch, WbsTree } from './wbs-tree';

const universal = 'universal';
const ofProject = 'project';
const kept = ['scope', 'project'];

export function Wbs({ id }: { id: string | null }) {
  const { lists, wbs } = useMessages().libraries;
  const address = useListAddress(kept);
  const projectId = address.text('project') ?? null;
  const isOfProject = projectId !== null || address.text('scope') === ofProject;
  return (
    <>
      {isOfProject && projectId === null ? (
        <View title={lists.wbs}>
          <Scope address={address} isOfProject projectId={null} />
          <p>{wbs.chooseProject}</p>
        </View>
      ) : (
        <Structure address={address} projectId={projectId} />
      )}
      {id !== null && <ItemDrawer id={id} />}
    </>
  );
}

function Structure({ address, projectId }: { address: ListAddress; projectId: string | null }) {
  const api = useApi();
  const messages = useMessages();
  const { lists, fields, wbs } = messages.libraries;
  const scope = projectId === null ? universal : ofProject;
  const filters = {
    scope,
    projectId: projectId ?? undefined,
    search: address.text('search'),
    discipline: address.choice('discipline', disciplines),
  } as const;
  const page = { ...filters, ...pagingOf(address), tree: true };
  const query = useQuery({
    queryKey: [wbsKey, 'tree', page],
    queryFn: ({ signal }) => answered(api.GET('/api/v1/wbs', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
  });
  const files: FileList = {
    path: '/api/v1/wbs',
    title: lists.wbs,
    filters,
    fields: wbsGroups(wbs, projectId !== null).flatMap((group) => group.fields),
    labels: fields.wbs,
    parts: projectId === null ? { scope } : { scope, projectId },
    queryKey: wbsKey,
  };
  const { open, dialog } = useImport(files);
  const isEmpty = query.data?.total === 0 && address.filtersSet.length === 0;
  const isFiltered = address.filtersSet.length > 0;
  return (
    <View
      title={lists.wbs}
      actions={
        <>
          {!isEmpty && <ListFiles files={files} onImport={open} />}
          <ForWriters>
            <AddItem projectId={projectId} parent={null} />
          </ForWriters>
        </>
      }
    >
      <Scope address={address} isOfProject={projectId !== null} projectId={projectId} />
      {!isEmpty && (
        <FilterBar address={address}>
          <ChoiceFilter
            address={address}
            name="discipline"
            label={fields.wbs.discipline}
            choices={disciplines.map((name) => ({ id: name, label: choiceLabel(name, messages) }))}
          />
        </FilterBar>
      )}
      <Loaded query={query}>
        {({ data, total }) =>
          isEmpty ? (
            <EmptyLibrary files={files} words={wbs.empty} onImport={open} />
          ) : (
            <>
              <WbsTree
                key={`${scope} ${projectId} ${isFiltered}`}
                roots={data.filter(isBranch)}
                isOpen={isFiltered}
              />
              <Pager address={address} total={total} />
            </>
          )
        }
      </Loaded>
      {dialog}
    </View>
  );
}

interface ScopeProps {
  address: ListAddress;
  isOfProject: boolean;
  projectId: string | null;
}

function Scope({ address, isOfProject, projectId }: ScopeProps) {
  const { wbs } = useMessages().libraries;
  const choices = [
    { id: universal, label: wbs.universal },
    { id: ofProject, label: wbs.ofProject },
  ];
  return (
    <div className={classes.scope}>
      <SelectField
        label={wbs.scope}
        choices={choices}
        selectedKey={isOfProject ? ofProject : universal}
        onSelectionChange={(key) => address.replace(key === ofProject ? { scope: ofProject } : {})}
      />
      {isOfProject && (
        <ProjectField
          value={projectId}
          onChange={(project) => address.replace({ scope: ofProject, project })}
        />
      )}
    </div>
  );
}
