import { ActionMenu, Button, ContextMenu, IconButton } from '@consulting/design/controls';
import {
  ChevronDown,
  CircleQuestionMark,
  Columns3,
  History,
  ListFilter,
  PanelRight,
  TextSearch,
} from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import { useProjectService } from '@consulting/foundation/project';
import { UnpricedLines } from '@consulting/labour';
import type { Field } from '@consulting/takeoff-lines';
import { FilterBuilder, FilterSentence, HistoryDrawer } from '@consulting/takeoff-lines';
import { useState } from 'react';
import { BulkDeleteDialog } from './bulk/bulk-delete-dialog';
import { BulkEditDialog } from './bulk/bulk-edit-dialog';
import { useColumnActions } from './column-actions';
import { ColumnChooser } from './columns/column-chooser';
import { GroupTools } from './groups/group-tools';
import { type LineActionProps, type Open, useLineActions } from './line-actions';
import type { Column } from './lines/columns';
import { PriceDialog } from './price/price-dialog';
import classes from './tools.module.css';
import type { TakeoffModel } from './use-takeoff';

interface Props extends LineActionProps {
  fields: readonly Field[];
  allFields: readonly Field[];
  columns: TakeoffModel['chosenColumns'];
  grouping: TakeoffModel['grouping'];
  // Where the active cell is a head, its column.
  head: { columns: readonly Column[]; at: number } | null;
  menuAt: Element | null;
  onMenuClosed: () => void;
  panel: { isOpen: boolean; toggle: () => void };
  onFind: () => void;
}

export function TakeoffTools(props: Props) {
  const { view, onChange, allFields, onExplain, menuAt } = props;
  const { shell, takeoff, takeoffTools, explanation } = useMessages();
  const { find } = takeoff;
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
      <IconButton label={find.title} onPress={props.onFind}>
        <TextSearch />
      </IconButton>
      <GroupTools
        fields={props.fields}
        groupBy={view.groupBy}
        grouping={props.grouping}
        onChange={(groupBy) => onChange({ groupBy })}
      />
      <Button kind="quiet" onPress={() => setOpen({ kind: 'columns' })}>
        <Columns3 />
        {tools.columns}
      </Button>
      <Button kind="quiet" onPress={() => setOpen({ kind: 'history' })}>
        <History />
        {tools.history}
      </Button>
      <Button kind="quiet" aria-pressed={props.panel.isOpen} onPress={props.panel.toggle}>
        <PanelRight />
        {shell.panel.open}
      </Button>
      <Button kind="quiet" isDisabled={onExplain === null} onPress={() => onExplain?.()}>
        <CircleQuestionMark />
        {explanation.why}
      </Button>
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
