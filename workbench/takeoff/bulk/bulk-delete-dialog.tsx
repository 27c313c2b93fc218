import { Button, CancelButton, Dialog, DialogActions, Table } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useApi, useIdempotencyKey, useSingleMutation } from '@consulting/foundation/api';
import { Loaded } from '@consulting/foundation/components';
import type { Field, Selection } from '@consulting/takeoff-lines';
import { useFieldWords } from '@consulting/takeoff-lines';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import classes from './bulk.module.css';
import { previewDeletion, remove } from './bulk-queries';
import { BulkRefusal } from './bulk-refusal';
import { DoneEditing } from './done-editing';
import { type SelectedLines, selectionQuery } from './selected-lines';
import { SelectionRefusal } from './selection-refusal';

interface Props extends SelectedLines {
  fields: readonly Field[];
  count: number;
  onClose: () => void;
}

export function BulkDeleteDialog({ fields, count, onClose, ...selected }: Props) {
  const { bulk } = useMessages().takeoffTools;
  const selection = useQuery(selectionQuery(useApi(), selected));
  return (
    <Dialog title={bulk.deleteTitle({ count })} form="wide" isOpen onClose={onClose}>
      <SelectionRefusal query={selection} />
      {selection.data && (
        <Deleting selected={selected} selection={selection.data} fields={fields} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface DeletingProps extends Pick<Props, 'fields' | 'onClose'> {
  selected: SelectedLines;
  selection: Selection;
}

function Deleting({ selected: { projectId, view }, selection, fields, onClose }: DeletingProps) {
  const { takeoffTools } = useMessages();
  const { bulk } = takeoffTools;
  const api = useApi();
  const queries = useQueryClient();
  const attempt = useIdempotencyKey();
  const target = { projectId, serviceId: view.serviceId, selection };
  const run = useSingleMutation({
    mutationFn: (expectedCount: number) =>
      remove(api, target, { expectedCount, key: `${attempt}-${expectedCount}` }),
    onSuccess: () => queries.invalidateQueries(),
  });
  const preview = useQuery({
    queryKey: ['takeoff', projectId, 'deletion', target],
    queryFn: () => previewDeletion(api, target),
    enabled: !run.isPending && !run.isSuccess,
    gcTime: 0,
    staleTime: 0,
  });
  if (run.data) return <DoneEditing done={run.data} words={bulk.deleted} onClose={onClose} />;
  return (
    <>
      {run.error && <BulkRefusal error={run.error} />}
      <Loaded query={preview}>{(found) => <Doomed preview={found} fields={fields} />}</Loaded>
      <DialogActions>
        <CancelButton />
        {preview.data && (
          <Button kind="danger" isPending={run.isPending} onPress={() => run.mutate(preview.data.matched)}>
            {bulk.deleteRun({ count: preview.data.matched })}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const displayedKeys = [
  'itemNumber',
  'itemCode',
  'description',
  'quantity',
  'unitOfMeasure',
  'totalCost',
] as const;
const numbers: readonly string[] = ['quantity', 'totalCost'];

interface DoomedProps {
  preview: Awaited<ReturnType<typeof previewDeletion>>;
  fields: readonly Field[];
}

function Doomed({ preview: { matched, data, sums }, fields }: DoomedProps) {
  const { bulk } = useMessages().takeoffTools;
  const { labelOf, valueOf } = useFieldWords(fields);
  const reported = Object.entries(sums ?? {}).map(([key, sum]) => `${labelOf(key)}: ${valueOf(key, sum)}`);
  const displayed = data.length;
  return (
    <>
      <p role="status">
        {bulk.deleteCounts({ count: matched })} {reported.join(' · ')}
      </p>
      <div className={classes.sample}>
        <Table
          caption={displayed < matched ? bulk.sample({ displayed, matched }) : bulk.wholeSample({ matched })}
          columns={displayedKeys.map((key) => ({
            key,
            title: labelOf(key),
            isNumber: numbers.includes(key),
            cell: (line: (typeof data)[number]) => valueOf(key, line[key]),
          }))}
          rows={data}
          rowKey={({ id }) => id}
        />
      </div>
    </>
  );
}
