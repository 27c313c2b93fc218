import { EmptyState, Pager, SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useRead } from '@consulting/foundation/api';
import { Loaded, View } from '@consulting/foundation/components';
import { declared } from '@consulting/foundation/records';
import { useFiles } from '@consulting/foundation/records/files';
import {
  FilterBar,
  filtersOf,
  type ListAddress,
  pageSize,
  pagingOf,
  RecordField,
  useListAddress,
} from '@consulting/foundation/records/list';
import { ForWriters } from '@consulting/foundation/session';
import { keepPreviousData } from '@tanstack/react-query';
import { AddItem } from './add-item';
import { ItemDrawer } from './item-drawer';
import classes from './wbs.module.css';
import { isBranch, WbsTree } from './wbs-tree';

const universal = 'universal';
const ofProject = 'project';
const lasting = ['scope', 'project'];

export function Wbs({ id }: { id: string | null }) {
  const { lists, wbs } = useMessages().libraries;
  const address = useListAddress(lasting);
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
  const { lists, list, wbs } = useMessages().libraries;
  const scope = projectId === null ? universal : ofProject;
  const filters = {
    scope,
    projectId: projectId ?? undefined,
    ...filtersOf(address, declared('wbs').filters),
  } as const;
  const page = { ...filters, ...pagingOf(address), tree: true };
  const previous = { placeholderData: keepPreviousData };
  const query = useRead(['wbs', 'tree', page], '/api/v1/wbs', { query: page }, previous);
  const { buttons, starters, dialog } = useFiles({
    of: 'wbs',
    path: '/api/v1/wbs',
    title: lists.wbs,
    filters,
    parts: projectId === null ? { scope } : { scope, projectId },
  });
  const isEmpty = query.data?.total === 0 && address.filtersSet.length === 0;
  const isFiltered = address.filtersSet.length > 0;
  return (
    <View
      title={lists.wbs}
      actions={
        <>
          {!isEmpty && buttons}
          <ForWriters>
            <AddItem projectId={projectId} parent={null} />
          </ForWriters>
        </>
      }
    >
      <Scope address={address} isOfProject={projectId !== null} projectId={projectId} />
      {!isEmpty && <FilterBar of="wbs" address={address} />}
      <Loaded query={query} form="table">
        {({ data, total }) =>
          isEmpty ? (
            <EmptyState title={list.emptyTitle} words={wbs.empty}>
              {starters}
            </EmptyState>
          ) : (
            <>
              <WbsTree
                key={`${scope} ${projectId} ${isFiltered}`}
                roots={data.filter(isBranch)}
                isOpen={isFiltered}
              />
              <Pager skip={address.skip} limit={pageSize} total={total} onSkip={address.goTo} />
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
  const { wbs, crews } = useMessages().libraries;
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
        <RecordField
          of="projects"
          label={crews.project}
          placeholder={crews.chooseProject}
          value={projectId}
          onChange={(project) => address.replace({ scope: ofProject, project })}
        />
      )}
    </div>
  );
}
