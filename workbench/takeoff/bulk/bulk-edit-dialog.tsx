import { Button, CancelButton, Dialog, DialogActions, useDraft } from '@consulting/design/controls';
import rows from '@consulting/design/controls/edited-rows.module.css';
import { useMessages } from '@consulting/design/language';
import { useApi, useIdempotencyKey, useSingleMutation } from '@consulting/foundation/api';
import type { Field, Selection } from '@consulting/takeoff-lines';
import { faultsOf } from '@consulting/takeoff-lines';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { edit, previewEdit } from './bulk-queries';
import { BulkRefusal } from './bulk-refusal';
import { type DraftChange, emptyChange, isWhole, type Updates, updatesOf } from './change-draft';
import { ChangeEditor } from './change-editor';
import { DoneEditing } from './done-editing';
import { EditPreviewDisplayed } from './edit-preview';
import { type SelectedLines, selectionQuery } from './selected-lines';
import { SelectionRefusal } from './selection-refusal';

const noChanges: readonly DraftChange[] = [emptyChange()];

interface Props extends SelectedLines {
  fields: readonly Field[];
  count: number;
  onClose: () => void;
}

export function BulkEditDialog({ fields, count, onClose, ...selected }: Props) {
  const { bulk } = useMessages().takeoffTools;
  const selection = useQuery(selectionQuery(useApi(), selected));
  const [changes, setChanges, typed] = useDraft('bulk-edit', noChanges);
  return (
    <Dialog title={bulk.title({ count })} form="wide" isOpen onClose={onClose} typed={typed}>
      <SelectionRefusal query={selection} />
      {selection.data && (
        <Editing {...{ selected, fields, changes, setChanges, onClose }} selection={selection.data} />
      )}
    </Dialog>
  );
}

interface EditingProps extends Pick<Props, 'fields' | 'onClose'> {
  selected: SelectedLines;
  selection: Selection;
  changes: readonly DraftChange[];
  setChanges: (changes: readonly DraftChange[]) => void;
}

function Editing({ selected, selection, fields, changes, setChanges, onClose }: EditingProps) {
  const { takeoffTools } = useMessages();
  const { bulk } = takeoffTools;
  const [isChecked, setChecked] = useState(false);
  const updates = updatesOf(changes);
  const { preview, run, isPreviewed } = useEdit(selected, selection, updates, () => setChanges(noChanges));
  if (run.data) return <DoneEditing done={run.data} words={bulk.done} onClose={onClose} />;
  const look = () => {
    setChecked(true);
    if (changes.every(isWhole)) preview.mutate(updates);
  };
  const error = isPreviewed ? (run.error ?? preview.error) : null;
  const displayed = isPreviewed && !run.error ? preview.data : undefined;
  return (
    <>
      <Changes
        {...{ changes, fields, isChecked }}
        scope={{ projectId: selected.projectId, ...selected.view }}
        faults={faultsOf(error)}
        onChange={setChanges}
      />
      {error && <BulkRefusal error={error} isFaultDisplayed={(field) => keyOf(field) in updates} />}
      {preview.isPending && <p role="status">{bulk.looking}</p>}
      {displayed && <EditPreviewDisplayed preview={displayed} fields={fields} />}
      <DialogActions>
        <CancelButton />
        <Button kind={displayed ? 'plain' : 'primary'} isPending={preview.isPending} onPress={look}>
          {bulk.preview}
        </Button>
        {displayed && (
          <Button
            kind="primary"
            isDisabled={displayed.updated === 0}
            isPending={run.isPending}
            onPress={() => run.mutate(displayed.matched)}
          >
            {bulk.run({ count: displayed.updated })}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const keyOf = (place: string): string => place.split('.')[1] ?? '';

function useEdit(
  { projectId, view }: SelectedLines,
  selection: Selection,
  updates: Updates,
  done: () => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  const attempt = useIdempotencyKey();
  const target = { projectId, serviceId: view.serviceId, selection };
  const written = JSON.stringify(updates);
  const run = useSingleMutation({
    mutationFn: (expectedCount: number) =>
      edit(api, target, { updates, expectedCount, key: `${attempt}-${expectedCount}-${hashOf(written)}` }),
    onSuccess: () => {
      done();
      queries.invalidateQueries();
    },
  });
  const preview = useMutation({
    mutationFn: (previewed: Updates) => previewEdit(api, target, previewed),
    onMutate: () => run.reset(),
  });
  return { preview, run, isPreviewed: JSON.stringify(preview.variables) === written };
}

/** The hash is part of the idempotency key: a changed edit is another attempt, and a repeated one keeps its key. */
const hashOf = (text: string): string =>
  [...text]
    .reduce((hash, letter) => (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7)
    .toString(36);

interface ChangesProps {
  changes: readonly DraftChange[];
  scope: Parameters<typeof ChangeEditor>[0]['scope'];
  fields: readonly Field[];
  faults: ReturnType<typeof faultsOf>;
  isChecked: boolean;
  onChange: (changes: DraftChange[]) => void;
}

function Changes({ changes, scope, fields, faults, isChecked, onChange }: ChangesProps) {
  const { bulk } = useMessages().takeoffTools;
  const taken = changes.map(({ field }) => field);
  return (
    <>
      <ul className={rows.changes} aria-label={bulk.changes}>
        {changes.map((change) => (
          <ChangeEditor
            key={change.id}
            {...{ change, scope, fields, taken, isChecked }}
            faults={faults.filter(({ field }) => keyOf(field) === change.field)}
            onChange={(next) => onChange(changes.map((one) => (one.id === next.id ? next : one)))}
            onRemove={
              changes.length > 1 ? () => onChange(changes.filter(({ id }) => id !== change.id)) : null
            }
          />
        ))}
      </ul>
      <div>
        <Button onPress={() => onChange([...changes, emptyChange(changes)])}>{bulk.add}</Button>
      </div>
    </>
  );
}
