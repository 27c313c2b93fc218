import {
  Button,
  CancelButton,
  column,
  Dialog,
  DialogActions,
  numberColumn,
  Table,
} from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { answered, useApi, useAttemptKey, useSingleMutation } from '@consulting/foundation/api';
import { type Field, narrowedTo, type Selection } from '@consulting/takeoff-lines';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Done, edit, previewEdit } from '../bulk/bulk-queries';
import { BulkRefusal, refusedBy } from '../bulk/bulk-refusal';
import type { Updates } from '../bulk/change-draft';
import { EditPreviewDisplayed } from '../bulk/edit-preview';
import { type SelectedLines, selectionQuery } from '../bulk/selected-lines';
import { SelectionRefusal } from '../bulk/selection-refusal';
import { type LineQuery, searchedBy } from '../lines/line-queries';
import { type Replacement, replaceable, type SoughtField } from './replacing';
import { anyOf, within } from './sought';

interface Props {
  query: LineQuery;
  fields: readonly Field[];
  sought: readonly SoughtField[];
  updates: Updates;
  replacement: Replacement;
  onClose: () => void;
  onDone: (done: Done) => void;
}

// All matches are replaced by one bulk edit, so that they are one operation of the history.
export function ReplaceDialog(props: Props) {
  const { query, sought, updates, replacement, onClose } = props;
  const { find: words } = useMessages().takeoff;
  const api = useApi();
  const filters = within(query.filters, anyOf(replaceable(sought).map(({ condition }) => condition)));
  const selected: SelectedLines = { projectId: query.projectId, view: { ...query, filters }, ids: null };
  const selection = useQuery({ ...selectionQuery(api, selected), enabled: Object.keys(updates).length > 0 });
  return (
    <Dialog title={words.replaceTitle(replacement)} form="wide" isOpen onClose={onClose}>
      <Counts {...props} />
      {Object.keys(updates).length === 0 ? (
        <p role="status">{words.nothingToReplace}</p>
      ) : (
        <SelectionRefusal query={selection} />
      )}
      {selection.data ? (
        <Replacing {...props} selection={selection.data} />
      ) : (
        <DialogActions>
          <CancelButton />
        </DialogActions>
      )}
    </Dialog>
  );
}

const without = (selection: Selection, left: readonly string[]): Selection => {
  if (left.length === 0) return selection;
  if (selection.mode === 'ids')
    return { mode: 'ids', ids: (selection.ids ?? []).filter((id) => !left.includes(id)) };
  const condition = { field: 'id', operator: 'notIn' as const, value: [...left] };
  return { mode: 'filters', filters: narrowedTo(selection.filters ?? null, condition) };
};

function Replacing({ query, updates, fields, selection, onDone }: Props & { selection: Selection }) {
  const { takeoff, takeoffTools } = useMessages();
  const words = takeoff.find;
  const api = useApi();
  const attempt = useAttemptKey();
  const [left, setLeft] = useState<readonly string[]>([]);
  const { projectId, serviceId } = query;
  const target = { projectId, serviceId, selection: without(selection, left) };
  const preview = useQuery({
    queryKey: ['takeoff', projectId, 'replace', target, updates],
    queryFn: () => previewEdit(api, target, updates),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const run = useSingleMutation({
    mutationFn: (expectedCount: number) => {
      const key = attempt({ target, updates, expectedCount });
      return edit(api, target, { updates, expectedCount, key });
    },
    onSuccess: onDone,
  });
  const error = run.error ?? preview.error;
  const refused = refusedBy(error).map(({ id }) => id);
  return (
    <>
      {left.length > 0 && <p role="status">{words.leftOutLines({ count: left.length })}</p>}
      {error && <BulkRefusal error={error} />}
      {preview.isPending && <p role="status">{takeoffTools.bulk.looking}</p>}
      {preview.data && !error && <EditPreviewDisplayed preview={preview.data} fields={fields} />}
      <DialogActions>
        <CancelButton />
        {refused.length > 0 && (
          <Button onPress={() => setLeft([...new Set([...left, ...refused])])}>{words.leaveOut}</Button>
        )}
        {preview.data && !error && (
          <Button
            kind="primary"
            isDisabled={preview.data.updated === 0}
            isPending={run.isPending}
            onPress={() => run.mutate(preview.data.matched)}
          >
            {words.replaceIn({ count: preview.data.updated })}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

// How many lines have the text in each field, and why some stay as they are.
function Counts({ query, sought }: Props) {
  const { find: words } = useMessages().takeoff;
  const api = useApi();
  const counts = useQuery({
    queryKey: ['takeoff', query.projectId, 'replace-counts', query, sought.map(({ condition }) => condition)],
    queryFn: ({ signal }) =>
      Promise.all(
        sought.map(async (one) => {
          const filters = within(query.filters, anyOf([one.condition]));
          const body = { ...searchedBy({ ...query, filters, sort: [], fields: ['id'] }), limit: 1 };
          const { total } = await answered(api.POST('/api/v1/mto/search', { body, signal }));
          return { ...one, total };
        }),
      ),
    gcTime: 0,
  });
  const found = counts.data?.filter(({ total }) => total > 0);
  if (!found) return null;
  return (
    <Table<(typeof found)[number]>
      caption={words.fields}
      columns={[
        column('field', words.field, ({ column: { label } }) => label),
        numberColumn('lines', words.lines, ({ total }) => total),
        column('what', words.what, ({ leftOut }) => words.becomes[leftOut ?? 'replaced']),
      ]}
      rows={found}
      rowKey={({ column: { key } }) => key}
    />
  );
}
