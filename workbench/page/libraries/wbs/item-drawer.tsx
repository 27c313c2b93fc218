import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { Loaded } from '../../components/view';
import { useFormats, useMessages } from '../../language/language';
import { ForWriters } from '../../session/session';
import { FieldCards } from '../record/record-view';
import { RemoveDialog } from '../record/remove-dialog';
import { AddItem, EditItem } from './item-dialog';
import classes from './wbs.module.css';
import { parentCodeOf, readItem, type WbsItem, wbsGroups, wbsKey } from './wbs-record';

export function ItemDrawer({ id }: { id: string }) {
  const api = useApi();
  const { libraries } = useMessages();
  const { wbs, fields } = libraries;
  const { time } = useFormats();
  const [, go] = useLocation();
  const search = useSearch();
  const close = () => go(`/libraries/wbs${search === '' ? '' : `?${search}`}`);
  const query = useQuery({
    queryKey: [wbsKey, 'one', id],
    queryFn: ({ signal }) => readItem(api, id, signal),
  });
  const title = query.data ? `${query.data.wbsCode} ${query.data.name}` : libraries.lists.wbs;
  return (
    <Dialog title={title} isOpen form="drawer" onClose={close}>
      <Loaded query={query}>
        {(item) => (
          <>
            <ForWriters>
              <div className={classes.actions}>
                <AddItem projectId={item.projectId} parent={item} />
                <EditItem item={item} />
                <RemoveItem item={item} onRemoved={close} />
              </div>
            </ForWriters>
            <p className="quiet">
              {wbs.level} {item.level} · {wbs.path} {item.path} · {wbs.below}: {item.childCount}
            </p>
            <FieldCards
              groups={wbsGroups(wbs, item.scope === 'project')}
              labels={fields.wbs}
              record={{ ...item, parentCode: parentCodeOf(item) }}
            />
            <p className="quiet">
              {libraries.list.created({ by: item.updatedBy, at: time(item.updatedAt) })}
            </p>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function RemoveItem({ item, onRemoved }: { item: WbsItem; onRemoved: () => void }) {
  const { shell } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<WbsItem | null>(null);
  return (
    <>
      <Button kind="danger" onPress={() => setOpened(item)}>
        {shell.remove}
      </Button>
      {opened && (
        <RemoveDialog
          name={`${opened.wbsCode} ${opened.name}`}
          remove={() =>
            answered(
              api.DELETE('/api/v1/wbs/{wbsId}', {
                params: { path: { wbsId: opened.id }, header: { 'If-Match': `"${opened.version}"` } },
              }),
            )
          }
          onRemoved={() => {
            onRemoved();
            queries.invalidateQueries({ queryKey: [wbsKey, 'tree'] });
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
