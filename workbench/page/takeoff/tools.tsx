import { ActionMenu, Button, ContextMenu } from '@consulting/design/controls';
import {
  BadgeDollarSign,
  ChevronDown,
  CircleDollarSign,
  CircleQuestionMark,
  Columns3,
  History,
  ListFilter,
  Pencil,
  Plus,
  Trash2,
} from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import { useSession } from '@consulting/foundation/session';
import { UnpricedLines } from '@consulting/labour';
import type { ChangeView, Field, TakeoffView } from '@consulting/takeoff-lines';
import {
  FilterBuilder,
  FilterSentence,
  type FilterValue,
  HistoryDrawer,
  onlyThisValue,
} from '@consulting/takeoff-lines';
import { useState } from 'react';
import { useProjectService } from '../projects/project-data';
import { BulkDeleteDialog } from './bulk/bulk-delete-dialog';
import { BulkEditDialog } from './bulk/bulk-edit-dialog';
import { useColumnActions } from './columns/column-actions';
import { ColumnChooser } from './columns/column-chooser';
import type { Column } from './lines/columns';
import { PriceDialog } from './price/price-dialog';
import classes from './tools.module.css';
import type { TakeoffModel } from './use-takeoff';

interface MarkedLine {
  id: string;
  label: string;
}

interface Props {
  projectId: string;
  view: TakeoffView;
  onChange: ChangeView;
  fields: readonly Field[];
  allFields: readonly Field[];
  columns: TakeoffModel['chosenColumns'];
  /** Where the active cell is a head, its column. */
  head: { columns: readonly Column[]; at: number } | null;
  total: number;
  marked: { count: number; read: () => Promise<readonly MarkedLine[]> };
  cell: { field: string; value: FilterValue | null } | null;
  insertBelow: (() => void) | null;
  onDuplicate: (ids: readonly string[]) => Promise<void>;
  onExplain: (() => void) | null;
  menuAt: Element | null;
  onMenuClosed: () => void;
}

const duplicatesMax = 1000;

type MenuAction = Parameters<typeof ActionMenu>[0]['actions'][number];

type Open =
  | { kind: 'filter' | 'columns' | 'history' | 'unpriced' }
  | { kind: 'edit' | 'delete' | 'price'; ids: readonly string[] | null; count: number }
  | { kind: 'line'; line: MarkedLine };

export function TakeoffTools(props: Props) {
  const { view, onChange, allFields, onExplain, menuAt } = props;
  const { takeoffTools, explanation } = useMessages();
  const { tools, filter } = takeoffTools;
  const [open, setOpen] = useState<Open | null>(null);
  const [error, setError] = useState<unknown>(null);
  const actions = useLineActions(props, setOpen, setError);
  const columnActions = useColumnActions(props);
  return (
    <div className={classes.tools}>
      <Button kind="quiet" onPress={() => setOpen({ kind: 'filter' })}>
        <ListFilter />
        {filter.title}
      </Button>
      <Button kind="quiet" onPress={() => setOpen({ kind: 'columns' })}>
        <Columns3 />
        {tools.columns}
      </Button>
      <Button kind="quiet" onPress={() => setOpen({ kind: 'history' })}>
        <History />
        {tools.history}
      </Button>
      {onExplain && (
        <Button kind="quiet" onPress={onExplain}>
          <CircleQuestionMark />
          {explanation.why}
        </Button>
      )}
      {menuAt && (
        <ContextMenu
          label={columnActions ? tools.columns : tools.lines}
          actions={columnActions ?? actions}
          at={menuAt}
          onClose={props.onMenuClosed}
        />
      )}
      {actions.length > 0 && (
        <ActionMenu label={tools.lines} kind="plain" actions={actions}>
          {tools.lines}
          <ChevronDown />
        </ActionMenu>
      )}
      {view.filters && (
        <FilterSentence
          filters={view.filters}
          fields={allFields}
          onEdit={() => setOpen({ kind: 'filter' })}
          onClear={() => onChange({ filters: null })}
        />
      )}
      {error ? <ProblemNotice error={error} onRetry={() => setError(null)} /> : null}
      {open && <Opened {...props} open={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function useLineActions(
  { projectId, view, onChange, total, marked, cell, onExplain, insertBelow, onDuplicate }: Props,
  open: (what: Open) => void,
  fail: (error: unknown) => void,
): MenuAction[] {
  const { takeoffTools, explanation } = useMessages();
  const { tools, filter } = takeoffTools;
  const { canWrite } = useSession();
  const { service } = useProjectService(projectId);
  const withMarked = (use: (lines: readonly MarkedLine[]) => void) => () => {
    fail(null);
    marked.read().then(use, fail);
  };
  const ofMarked = (kind: 'edit' | 'delete' | 'price') =>
    withMarked((lines) => open({ kind, ids: lines.map(({ id }) => id), count: lines.length }));
  const ofAll = (kind: 'edit' | 'delete' | 'price') => () => open({ kind, ids: null, count: total });
  const isMarked = marked.count > 0;
  const looks: (MenuAction | false)[] = [
    onExplain !== null && {
      id: 'why',
      label: explanation.why,
      icon: <CircleQuestionMark />,
      onAction: onExplain,
    },
    cell !== null && {
      id: 'only-this',
      label: filter.onlyThis,
      icon: <ListFilter />,
      onAction: () => onChange({ filters: onlyThisValue(view.filters, cell.field, cell.value) }),
    },
    isMarked && {
      id: 'history',
      label: tools.historyOfLine,
      icon: <History />,
      onAction: withMarked(([line]) => line && open({ kind: 'line', line })),
    },
  ];
  const duplicate = (lines: readonly MarkedLine[]) => {
    onDuplicate(lines.map(({ id }) => id)).catch(fail);
  };
  const writes: (MenuAction | false)[] = [
    insertBelow !== null && {
      id: 'insert',
      label: tools.insertBelow,
      icon: <Plus />,
      onAction: insertBelow,
    },
    isMarked && {
      id: 'duplicate',
      label: tools.duplicate({ count: marked.count }),
      icon: <Plus />,
      isDisabled: marked.count > duplicatesMax,
      onAction: withMarked(duplicate),
    },
    {
      id: 'unpriced',
      label: tools.unpriced,
      icon: <CircleDollarSign />,
      isDisabled: !service,
      onAction: () => open({ kind: 'unpriced' }),
    },
    isMarked && {
      id: 'edit',
      label: tools.editMarked({ count: marked.count }),
      icon: <Pencil />,
      onAction: ofMarked('edit'),
    },
    total > 0 && {
      id: 'edit-all',
      label: tools.editAll({ count: total }),
      icon: <Pencil />,
      onAction: ofAll('edit'),
    },
    isMarked && {
      id: 'price',
      label: tools.priceMarked({ count: marked.count }),
      icon: <BadgeDollarSign />,
      onAction: ofMarked('price'),
    },
    total > 0 && {
      id: 'price-all',
      label: tools.priceAll({ count: total }),
      icon: <BadgeDollarSign />,
      onAction: ofAll('price'),
    },
    isMarked && {
      id: 'delete',
      label: tools.deleteMarked({ count: marked.count }),
      icon: <Trash2 />,
      isDanger: true,
      onAction: ofMarked('delete'),
    },
    total > 0 && {
      id: 'delete-all',
      label: tools.deleteAll({ count: total }),
      icon: <Trash2 />,
      isDanger: true,
      onAction: ofAll('delete'),
    },
  ];
  return [...looks, ...(canWrite ? writes : [])].filter((action) => action !== false);
}

function Opened({
  open,
  onClose,
  projectId,
  view,
  onChange,
  fields: ownFields,
  allFields,
  columns,
}: Props & { open: Open; onClose: () => void }) {
  const { serviceId, discipline, search } = view;
  const { service } = useProjectService(projectId);
  const fields = discipline === null ? allFields : ownFields;
  switch (open.kind) {
    case 'filter':
      return (
        <FilterBuilder
          scope={{ projectId, serviceId, discipline, search }}
          fields={fields}
          filters={view.filters}
          onApply={(filters) => {
            onChange({ filters });
            onClose();
          }}
          onClose={onClose}
        />
      );
    case 'columns':
      return (
        <ColumnChooser
          fields={ownFields}
          columns={columns.keys}
          usual={columns.usual}
          onChange={columns.choose}
          onClose={onClose}
        />
      );
    case 'history':
      return <HistoryDrawer {...{ projectId, serviceId, onClose }} fields={allFields} line={null} />;
    case 'unpriced':
      return (
        service && <UnpricedLines owner={{ projectId, serviceId: service.serviceId }} onClose={onClose} />
      );
    case 'line':
      return <HistoryDrawer {...{ projectId, serviceId, onClose }} fields={allFields} line={open.line} />;
    case 'edit':
      return <BulkEditDialog {...{ projectId, view, fields, onClose }} ids={open.ids} count={open.count} />;
    case 'price':
      return (
        <PriceDialog {...{ projectId, view, onClose }} fields={allFields} ids={open.ids} count={open.count} />
      );
    case 'delete':
      return <BulkDeleteDialog {...{ projectId, view, fields, onClose }} ids={open.ids} count={open.count} />;
  }
}
