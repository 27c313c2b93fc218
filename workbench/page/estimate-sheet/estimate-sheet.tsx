import {
  ActionMenu,
  Button,
  type Column,
  column,
  numberColumn,
  type RowProps,
  Table,
  Terms,
  useRowOrder,
} from '@consulting/design/controls';
import { Plus } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { BackLink, Loaded, ProblemNotice, View } from '@consulting/foundation/components';
import { useProject } from '@consulting/foundation/project';
import { ForWriters, useSession } from '@consulting/foundation/session';
import { useState } from 'react';
import { BidSpread } from './bid-spread';
import classes from './estimate-sheet.module.css';
import { ItemDialog } from './item-dialog';
import {
  type Sheet,
  type SheetItem,
  useSheet,
  useSheetUpdate,
  useVersion,
  type VersionPath,
} from './sheet-queries';
import { SheetTemplates } from './sheet-templates';

export default function EstimateSheet({ version }: { version: VersionPath }) {
  const query = useSheet(version);
  return (
    <Loaded query={query} form="table">
      {(sheet) => <Items version={version} sheet={sheet} />}
    </Loaded>
  );
}

interface Props {
  version: VersionPath;
  sheet: Sheet;
}

function moved(items: readonly SheetItem[], from: number, to: number): SheetItem[] {
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...items.slice(from, from + 1));
}

function Items({ version, sheet }: Props) {
  const { sheet: words } = useMessages();
  const { data: owner } = useVersion(version);
  const { data: project } = useProject(version.projectId);
  const { canWrite } = useSession();
  const [edited, setEdited] = useState<number | null>(null);
  const isOpen = canWrite && sheet.status === 'draft';
  const grandTotal = owner?.totals?.grandTotal ?? null;
  return (
    <View
      title={owner ? words.of({ name: `${owner.versionLabel} · ${owner.name}` }) : words.title}
      actions={
        <ForWriters>
          {project && <SheetTemplates {...{ version, sheet }} clientId={project.clientId} />}
          {sheet.status === 'draft' && (
            <Button kind="primary" onPress={() => setEdited(sheet.items.length)}>
              <Plus />
              {words.add}
            </Button>
          )}
        </ForWriters>
      }
    >
      <BackLink href={`/projects/${version.projectId}`}>{words.back}</BackLink>
      <p className="quiet">{sheet.status === 'draft' ? words.note : words.fixed}</p>
      {isOpen ? <OrderedItems {...{ version, sheet }} onEdit={setEdited} /> : <ItemTable sheet={sheet} />}
      <Totals sheet={sheet} grandTotal={grandTotal} />
      {sheet.items.length > 0 && <BidSpread {...{ version, sheet, grandTotal }} />}
      {edited !== null && <ItemDialog {...{ version, sheet }} at={edited} onClose={() => setEdited(null)} />}
    </View>
  );
}

function OrderedItems({ version, sheet, onEdit }: Props & { onEdit: (at: number) => void }) {
  const { sheet: words, shell } = useMessages();
  const { items } = sheet;
  const [said, say] = useState('');
  const writing = useSheetUpdate(version, sheet);
  const move = (from: number, to: number) => {
    if (writing.isPending) return;
    writing.mutate({ items: moved(items, from, to) });
    say(words.moved({ name: items[from]?.name ?? '', place: to + 1, count: items.length }));
  };
  const { handle, rowProps } = useRowOrder(items.length, move);
  const order = column<SheetItem>('order', <span className="unseen">{words.order}</span>, (item) =>
    handle(items.indexOf(item), words.drag({ name: item.name })),
  );
  const acts = column<SheetItem>('act', <span className="unseen">{shell.more}</span>, (item) => {
    const at = items.indexOf(item);
    return (
      <ActionMenu
        label={words.actions({ name: item.name })}
        actions={[
          { id: 'edit', label: shell.edit, onAction: () => onEdit(at) },
          { id: 'up', label: words.up, isDisabled: at === 0, onAction: () => move(at, at - 1) },
          {
            ...{ id: 'down', label: words.down, isDisabled: at === items.length - 1 },
            onAction: () => move(at, at + 1),
          },
          {
            ...{ id: 'remove', label: shell.remove, isDanger: true },
            onAction: () => writing.mutate({ items: items.toSpliced(at, 1) }),
          },
        ]}
      />
    );
  });
  return (
    <>
      {writing.error && <ProblemNotice error={writing.error} />}
      <p role="status" className="unseen">
        {said}
      </p>
      <ItemTable
        sheet={sheet}
        first={order}
        last={acts}
        rowProps={(item: SheetItem) => rowProps(items.indexOf(item))}
      />
    </>
  );
}

interface TableProps {
  sheet: Sheet;
  first?: Column<SheetItem>;
  last?: Column<SheetItem>;
  rowProps?: (item: SheetItem) => RowProps;
}

function ItemTable({ sheet, first, last, rowProps }: TableProps) {
  const { sheet: words } = useMessages();
  return (
    <Table<SheetItem>
      caption={words.title}
      rows={sheet.items}
      rowKey={({ itemId }) => itemId}
      empty={words.none}
      columns={[first, ...useColumns(sheet), last].filter((one) => one !== undefined)}
      rowProps={rowProps}
    />
  );
}

function useColumns({ currency }: Sheet): Column<SheetItem>[] {
  const { sheet: words, figures } = useMessages();
  const { number, money } = useFormats();
  const basisOf = ({ kind, value, quantity, unit, unitPrice, basis, lines }: SheetItem) => {
    const codes = (basis?.items ?? []).join(' + ');
    if (kind === 'direct') return figures.units.lines({ count: lines ?? 0 });
    if (kind === 'quantity') return `${number(quantity ?? 0)} ${unit ?? ''} × ${number(unitPrice ?? 0)}`;
    if (kind === 'percent') {
      const elements = (basis?.costElements ?? []).map((one) => words.elements[one]).join(', ');
      const items = elements === '' ? codes : `${codes} (${elements})`;
      return words.percentOf({ percent: number(value ?? 0), items });
    }
    return kind === 'subtotal' && codes === '' ? words.above : codes;
  };
  const strong = ({ kind }: SheetItem, text: string) =>
    kind === 'subtotal' ? <strong>{text}</strong> : text;
  return [
    column('code', words.fields.code, ({ code }) => <span className="whole">{code}</span>),
    column('name', words.fields.name, (item) => (
      <>
        {strong(item, item.name)}
        {item.note && <div className="quiet">{item.note}</div>}
      </>
    )),
    column('kind', words.fields.kind, ({ kind }) => words.kinds[kind]),
    column('basis', words.basis, basisOf),
    numberColumn('amount', figures.amountTitle, (item) =>
      item.amount === null ? '–' : strong(item, money(item.amount, currency)),
    ),
  ];
}

function Totals({ sheet, grandTotal }: { sheet: Sheet; grandTotal: number | null }) {
  const { sheet: words, projects } = useMessages();
  const { otherDirect, directAmount, sheetAmount, currency } = sheet;
  const { money } = useFormats();
  const rows = [
    [words.otherDirect({ count: otherDirect?.lines ?? 0 }), otherDirect?.amount ?? null],
    [words.direct, directAmount],
    [words.sheetAmount, sheetAmount],
    [projects.versions.grandTotal, grandTotal],
  ] as const;
  const terms = rows.map(([label, amount]) => ({
    label,
    value: amount === null ? '–' : money(amount, currency),
  }));
  return <Terms className={classes.totals} terms={terms} />;
}
