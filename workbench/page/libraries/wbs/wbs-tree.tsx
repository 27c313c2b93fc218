import { Button } from '@consulting/design/controls';
import { ChevronDown, ChevronRight } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { useRecordWords } from '@consulting/foundation/records';
import { useState } from 'react';
import {
  Button as AriaButton,
  type Key,
  ListLayout,
  Tree,
  TreeItem,
  TreeItemContent,
  Virtualizer,
} from 'react-aria-components';
import { useLocation, useSearch } from 'wouter';
import classes from './wbs.module.css';
import type { WbsBranch, WbsItem } from './wbs-record';

export const isBranch = (item: WbsItem | WbsBranch): item is WbsBranch => 'children' in item;

const parentsOf = (roots: readonly WbsBranch[]): Key[] =>
  roots.flatMap(({ id, children }) => (children.length > 0 ? [id, ...parentsOf(children)] : []));

const rowHeight = 40;
const rowsAtOnce = 18;
const borders = 2;

const rowsDisplayed = (branches: readonly WbsBranch[], expanded: ReadonlySet<Key>): number =>
  branches.reduce(
    (sum, { id, children }) => sum + 1 + (expanded.has(id) ? rowsDisplayed(children, expanded) : 0),
    0,
  );

/** A structure may have thousands of items, so that only those in sight are drawn. */
export function WbsTree({ roots, isOpen }: { roots: readonly WbsBranch[]; isOpen: boolean }) {
  const { wbs } = useMessages().libraries;
  const [, go] = useLocation();
  const search = useSearch();
  const [expanded, setExpanded] = useState<ReadonlySet<Key>>(
    () => new Set(isOpen ? parentsOf(roots) : roots.map(({ id }) => id)),
  );
  return (
    <>
      <div className={classes.tools}>
        <Button kind="quiet" onPress={() => setExpanded(new Set(parentsOf(roots)))}>
          {wbs.expandAll}
        </Button>
        <Button kind="quiet" onPress={() => setExpanded(new Set())}>
          {wbs.collapseAll}
        </Button>
      </div>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
        <Tree
          aria-label={wbs.tree}
          className={classes.tree}
          style={{ height: Math.min(rowsDisplayed(roots, expanded), rowsAtOnce) * rowHeight + borders }}
          items={roots}
          dependencies={[expanded]}
          expandedKeys={expanded}
          onExpandedChange={setExpanded}
          onAction={(id) => go(`/libraries/wbs/${id}${search === '' ? '' : `?${search}`}`)}
        >
          {(item) => <Branch item={item} expanded={expanded} />}
        </Tree>
      </Virtualizer>
    </>
  );
}

function Branch({ item, expanded }: { item: WbsBranch; expanded: ReadonlySet<Key> }) {
  const { wbs } = useMessages().libraries;
  const { choice } = useRecordWords('wbs');
  const { number } = useFormats();
  const { wbsCode, name, discipline, costType, budgetHours, isActive, level } = item;
  return (
    <TreeItem
      id={item.id}
      textValue={`${wbsCode} ${name}`}
      className={classes.item}
      hasChildItems={item.children.length > 0}
    >
      <TreeItemContent>
        {({ hasChildItems, isExpanded }) => (
          <div className={classes.row} style={{ paddingInlineStart: `${(level - 1) * 1.25}rem` }}>
            {hasChildItems ? (
              <AriaButton slot="chevron" className={classes.chevron} aria-label={wbs.expand}>
                {isExpanded ? <ChevronDown /> : <ChevronRight />}
              </AriaButton>
            ) : (
              <span className={classes.chevron} />
            )}
            <span className={classes.code}>{wbsCode}</span>
            <span className={isActive ? classes.name : `${classes.name} quiet`}>{name}</span>
            <span className={classes.more}>
              {[discipline, costType]
                .flatMap((value) => (value === null ? [] : [choice({}, value)]))
                .join(' · ')}
              {budgetHours !== null && ` · ${number(budgetHours)} h`}
            </span>
          </div>
        )}
      </TreeItemContent>
      {expanded.has(item.id) &&
        item.children.map((child) => <Branch key={child.id} item={child} expanded={expanded} />)}
    </TreeItem>
  );
}
