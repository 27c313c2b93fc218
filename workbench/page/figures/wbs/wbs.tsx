import { Button, column, numberColumn, Table } from '@consulting/design/controls';
import { ChevronDown, ChevronRight } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card, Loaded } from '@consulting/foundation/components';
import { useState } from 'react';
import { Link } from 'wouter';
import { everywhere, placeSettings } from '../summary/place';
import { type Scope, summaryAddress } from '../view/address';
import { shareOf, usedElements } from '../view/measures';
import { useWbs, type WbsNode, type WbsSummary } from '../view/queries';
import { allCodes, codesToLevel, rowsOf, type TreeRow } from './tree';
import classes from './wbs.module.css';

export const Wbs = ({ scope }: { scope: Scope }) => (
  <Loaded query={useWbs(scope)} form="table">
    {(wbs) => <WbsTree scope={scope} wbs={wbs} />}
  </Loaded>
);

const levelsOpen = 2;

function WbsTree({ scope, wbs: { root, currency } }: { scope: Scope; wbs: WbsSummary }) {
  const { figures } = useMessages();
  const [open, setOpen] = useState(() => codesToLevel(root, levelsOpen));
  if (root.rolledUp.lines === 0) return <p>{figures.noLines}</p>;
  const toggle = (code: string) => {
    const other = new Set(open);
    if (!other.delete(code)) other.add(code);
    setOpen(other);
  };
  return (
    <Card title={figures.wbsTitle}>
      <div className={classes.tools}>
        <Button kind="quiet" onPress={() => setOpen(new Set(allCodes(root)))}>
          {figures.openAll}
        </Button>
        <Button kind="quiet" onPress={() => setOpen(new Set())}>
          {figures.closeAll}
        </Button>
      </div>
      <Rows scope={scope} root={root} open={open} onToggle={toggle} />
      <p className="quiet">{figures.wbsNote({ currency: currency ?? '–' })}</p>
    </Card>
  );
}

interface RowsProps {
  scope: Scope;
  root: WbsNode;
  open: ReadonlySet<string>;
  onToggle: (code: string) => void;
}

function Rows({ scope, root, open, onToggle }: RowsProps) {
  const { figures } = useMessages();
  const formats = useFormats();
  const whole = root.rolledUp.totalCost;
  const rows = rowsOf(root, open);
  return (
    <Table<(typeof rows)[number]>
      caption={figures.wbsTitle}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        column('item', figures.item, (row) => (
          <Item row={row} scope={scope} isOpen={open.has(row.key)} onToggle={onToggle} />
        )),
        column('bar', figures.share, ({ node }) => (
          <span className={classes.share}>
            <span className={classes.track} aria-hidden="true">
              <span
                className={classes.bar}
                style={{ width: `${Math.max(0, shareOf(node.rolledUp.totalCost, whole))}%` }}
              />
            </span>
            <span className={classes.percent}>
              {formats.percent(shareOf(node.rolledUp.totalCost, whole))}
            </span>
          </span>
        )),
        numberColumn('total', figures.rolledUp, ({ node }) => (
          <strong>{formats.number(node.rolledUp.totalCost, 2)}</strong>
        )),
        numberColumn('own', figures.own, ({ node }) =>
          node.own.lines === 0 ? '–' : formats.number(node.own.totalCost, 2),
        ),
        numberColumn('hours', figures.manHours, ({ node }) => formats.number(node.rolledUp.totalManHours, 1)),
        ...usedElements([root.rolledUp]).map((element) =>
          numberColumn(element, figures.elements[element], ({ node }: TreeRow) =>
            formats.number(node.rolledUp[element], 2),
          ),
        ),
        numberColumn('lines', figures.lines, ({ node }) => formats.number(node.rolledUp.lines)),
      ]}
    />
  );
}

interface ItemProps {
  row: TreeRow;
  scope: Scope;
  isOpen: boolean;
  onToggle: (code: string) => void;
}

function Item({ row: { key, node, level }, scope, isOpen, onToggle }: ItemProps) {
  const { figures } = useMessages();
  const name =
    node.kind === null ? `${node.wbsCode ?? ''} ${node.name ?? ''}`.trim() : figures.kinds[node.kind];
  const href = summaryAddress(scope, placeSettings({ ...everywhere, wbs: node.wbsCode }));
  return (
    <span className={classes.item} style={{ paddingInlineStart: `${(level - 1) * 1.25}rem` }}>
      {node.children.length > 0 ? (
        <Button
          kind="quiet"
          className={classes.toggle}
          aria-label={figures.toggle({ name })}
          aria-expanded={isOpen}
          onPress={() => onToggle(key)}
        >
          {isOpen ? <ChevronDown /> : <ChevronRight />}
        </Button>
      ) : (
        <span className={classes.toggle} />
      )}
      {node.kind === null && node.wbsCode !== null ? <Link href={href}>{name}</Link> : <em>{name}</em>}
    </span>
  );
}
