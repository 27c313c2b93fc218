import { Dialog } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Loaded } from '@consulting/foundation/components';
import { nameOf, RecordActions, useRecord } from '@consulting/foundation/records';
import { FieldCards } from '@consulting/foundation/records/list';
import { ForWriters } from '@consulting/foundation/session';
import { useLocation, useSearch } from 'wouter';
import { AddItem } from './add-item';
import classes from './wbs.module.css';
import { sectionsFor, type WbsItem, withParentCode } from './wbs-record';

export function ItemDrawer({ id }: { id: string }) {
  const { wbs, list, lists } = useMessages().libraries;
  const { time } = useFormats();
  const [, go] = useLocation();
  const search = useSearch();
  const close = () => go(`/libraries/wbs${search === '' ? '' : `?${search}`}`);
  const query = useRecord<WbsItem>('wbs', id);
  return (
    <Dialog title={query.data ? nameOf('wbs', query.data) : lists.wbs} isOpen form="drawer" onClose={close}>
      <Loaded query={query}>
        {(item) => {
          const sections = sectionsFor(item.scope === 'project');
          return (
            <>
              <div className={classes.actions}>
                <ForWriters>
                  <AddItem projectId={item.projectId} parent={item} />
                </ForWriters>
                <RecordActions
                  of="wbs"
                  record={item}
                  edit={{ title: wbs.edit, sections, input: withParentCode }}
                  remove={{ onRemoved: close }}
                />
              </div>
              <p className="quiet">
                {wbs.level} {item.level} · {wbs.path} {item.path} · {wbs.below}: {item.childCount}
              </p>
              <FieldCards of="wbs" sections={sections} record={withParentCode(item)} />
              <p className="quiet">{list.created({ by: item.updatedBy, at: time(item.updatedAt) })}</p>
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}
