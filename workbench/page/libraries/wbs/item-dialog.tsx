import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { useMessages } from '../../language/language';
import { changesOf, entered } from '../record/field';
import { RecordDialog, type RecordDialogProps } from '../record/record-dialog';
import { newItem, parentCodeOf, type WbsInput, type WbsItem, wbsGroups, wbsKey } from './wbs-record';

function ItemDialog(props: Pick<RecordDialogProps<WbsInput>, 'title' | 'initial' | 'save' | 'onClose'>) {
  const { wbs, fields } = useMessages().libraries;
  const queries = useQueryClient();
  return (
    <RecordDialog
      {...props}
      groups={wbsGroups(wbs, props.initial.scope === 'project')}
      labels={fields.wbs}
      onSaved={() => queries.invalidateQueries({ queryKey: [wbsKey] })}
    />
  );
}

export function AddItem({ projectId, parent }: { projectId: string | null; parent: WbsItem | null }) {
  const { wbs } = useMessages().libraries;
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind={parent ? 'plain' : 'primary'} onPress={() => setOpen(true)}>
        {parent ? wbs.addBelow : wbs.add}
      </Button>
      {isOpen && (
        <ItemDialog
          title={parent ? wbs.addBelowOf({ code: parent.wbsCode }) : wbs.add}
          initial={newItem(projectId, parent?.wbsCode ?? null)}
          save={(body, attemptKey) =>
            answered(api.POST('/api/v1/wbs', { params: { header: { 'Idempotency-Key': attemptKey } }, body }))
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export function EditItem({ item }: { item: WbsItem }) {
  const { shell, libraries } = useMessages();
  const api = useApi();
  const [opened, setOpened] = useState<WbsItem | null>(null);
  const from = opened ?? item;
  const initial = { ...entered(newItem(from.projectId, null), from), parentCode: parentCodeOf(from) };
  return (
    <>
      <Button onPress={() => setOpened(item)}>{shell.edit}</Button>
      {opened && (
        <ItemDialog
          title={libraries.wbs.edit}
          initial={initial}
          save={(body) =>
            answered(
              api.PUT('/api/v1/wbs/{wbsId}', {
                params: { path: { wbsId: opened.id }, header: { 'If-Match': `"${opened.version}"` } },
                body: changesOf(initial, body),
              }),
            )
          }
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
