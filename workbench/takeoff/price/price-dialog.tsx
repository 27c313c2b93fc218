import {
  Button,
  CancelButton,
  Dialog,
  DialogActions,
  NumberField,
  SelectField,
  useDraft,
} from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useApi } from '@consulting/foundation/api';
import { FieldRow } from '@consulting/foundation/components';
import { useProject } from '@consulting/foundation/project';
import type { Field, Selection } from '@consulting/takeoff-lines';
import { useFieldWords } from '@consulting/takeoff-lines';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import bulkClasses from '../bulk/bulk.module.css';
import { BulkRefusal } from '../bulk/bulk-refusal';
import { DoneEditing } from '../bulk/done-editing';
import { EditPreviewDisplayed } from '../bulk/edit-preview';
import { type SelectedLines, selectionQuery } from '../bulk/selected-lines';
import { SelectionRefusal } from '../bulk/selection-refusal';
import { BookChoice } from './book-choice';
import { CoverageTable } from './coverage-table';
import { type Book, type Overwrite, type PriceOrder, usePricing } from './price-queries';
import { AmbiguousRows, UnpricedGroups } from './unpriced-groups';

const firstOrder: PriceOrder = { books: [], leftOut: [], overwrite: 'empty', escalationPercent: null };
const overwrites: readonly Overwrite[] = ['empty', 'priced', 'all'];

interface Props extends SelectedLines {
  fields: readonly Field[];
  count: number;
  again?: readonly Book[];
  onClose: () => void;
}

export function PriceDialog({ fields, count, again, onClose, ...selected }: Props) {
  const { price } = useMessages().takeoffTools;
  const selection = useQuery(selectionQuery(useApi(), selected));
  const [order, setOrder, typed] = useDraft<PriceOrder>('price', {
    ...firstOrder,
    ...(again && { books: again, overwrite: 'priced' }),
  });
  return (
    <Dialog title={price.title({ count })} form="wide" isOpen onClose={onClose} typed={typed}>
      <SelectionRefusal query={selection} />
      {selection.data && (
        <Pricing
          {...{ selected, fields, order, setOrder, onClose }}
          isLookedAt={again !== undefined}
          selection={selection.data}
        />
      )}
    </Dialog>
  );
}

interface PricingProps extends Pick<Props, 'fields' | 'onClose'> {
  selected: SelectedLines;
  selection: Selection;
  order: PriceOrder;
  setOrder: (order: PriceOrder) => void;
  isLookedAt: boolean;
}

function Pricing({ selected, selection, fields, order, setOrder, isLookedAt, onClose }: PricingProps) {
  const { price, bulk } = useMessages().takeoffTools;
  const { projectId, view } = selected;
  const { preview, run, isPreviewed } = usePricing(
    { projectId, serviceId: view.serviceId, selection },
    order,
  );
  const first = useRef(isLookedAt && order.books.length > 0 ? order : null);
  useEffect(() => {
    if (first.current) preview.mutate({ order: first.current });
    first.current = null;
  }, [preview.mutate]);
  if (run.data) return <DoneEditing done={run.data} words={bulk.done} onClose={onClose} />;
  const change = (changes: Partial<PriceOrder>) => setOrder({ ...order, ...changes });
  const look = () => preview.mutate({ order, known: preview.data?.known ?? [] });
  const error = isPreviewed ? (run.error ?? preview.error) : null;
  const isReady = isPreviewed && preview.data && !run.error;
  return (
    <>
      <PriceOptions order={order} change={change} />
      {error && <BulkRefusal error={error} />}
      {preview.isPending && <p role="status">{bulk.looking}</p>}
      {preview.data && (
        <PricePreview {...{ fields, order, change, projectId }} priced={preview.data} onAdded={look} />
      )}
      <DialogActions>
        <CancelButton />
        <Button
          kind={isReady ? 'plain' : 'primary'}
          isDisabled={order.books.length === 0}
          isPending={preview.isPending}
          onPress={look}
        >
          {bulk.preview}
        </Button>
        {isReady && (
          <Button
            kind="primary"
            isDisabled={preview.data.updated === 0}
            isPending={run.isPending}
            onPress={() => run.mutate(preview.data)}
          >
            {price.run({ count: preview.data.updated })}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

interface OptionsProps {
  order: PriceOrder;
  change: (changes: Partial<PriceOrder>) => void;
}

function PriceOptions({ order, change }: OptionsProps) {
  const { price } = useMessages().takeoffTools;
  return (
    <>
      <BookChoice books={order.books} onChange={(books) => change({ books, leftOut: [] })} />
      <FieldRow>
        <SelectField
          label={price.overwrite}
          choices={overwrites.map((id) => ({ id, label: price.overwrites[id] }))}
          value={order.overwrite}
          onChange={(key) => change({ overwrite: overwrites.find((id) => id === key) ?? 'empty' })}
        />
        <NumberField
          label={price.escalation}
          hint={price.escalationHint}
          value={order.escalationPercent ?? Number.NaN}
          formatOptions={{ maximumFractionDigits: 4 }}
          onChange={(percent) => change({ escalationPercent: Number.isNaN(percent) ? null : percent })}
        />
      </FieldRow>
    </>
  );
}

interface PreviewProps extends OptionsProps {
  priced: NonNullable<ReturnType<typeof usePricing>['preview']['data']>;
  projectId: string;
  fields: readonly Field[];
  onAdded: () => void;
}

function PricePreview({ priced, projectId, fields, order, change, onAdded }: PreviewProps) {
  const { labelOf } = useFieldWords(fields);
  const { data: project } = useProject(projectId);
  const { known, coverage, sample = [], ...counts } = priced;
  const preview = { ...counts, sample, currency: project?.currency ?? null };
  return (
    <div className={bulkClasses.preview}>
      <CoverageTable
        {...{ known, coverage, labelOf }}
        leftOut={order.leftOut}
        onChange={(leftOut) => change({ leftOut })}
      />
      <UnpricedGroups {...{ priced, fields, onAdded }} books={order.books} />
      <AmbiguousRows {...{ priced, fields }} />
      <EditPreviewDisplayed preview={preview} fields={fields} />
    </div>
  );
}
