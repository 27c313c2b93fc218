import { useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import type { SortKey } from '@consulting/takeoff-lines';
import { type CSSProperties, memo, type ReactNode, useId, useRef } from 'react';
import type { GroupText } from '../groups/read-groups';
import type { Grouping } from '../groups/use-groups';
import type { CellText } from '../lines/cell-text';
import type { Attempts, CellChange } from '../lines/changes';
import type { Column } from '../lines/columns';
import type { Line, LineQuery, Sums } from '../lines/line-queries';
import type { Noted } from '../lines/use-cell-notes';
import { type Lines, useFirstPage } from '../lines/use-lines';
import { Body } from './body';
import classes from './grid.module.css';
import { useGroupedLines } from './grouped-lines';
import { Head } from './head';
import { type Layout, useLayout } from './layout';
import { type Cell, headRow, type Range } from './range';
import { cellId } from './row';
import { Totals } from './totals';
import { gridActions } from './use-actions';
import { type Clipboard, useClipboard } from './use-clipboard';
import { useCut } from './use-cut';
import { pressedKey } from './use-keys';
import { useFolding, useOutline } from './use-outline';
import { usePointer } from './use-pointer';
import { useRangeEdits } from './use-range-edits';
import { useRememberedScroll } from './use-remembered-scroll';
import { useScroll } from './use-scroll';
import { useSelection } from './use-selection';
import type { Widths } from './use-widths';

export interface Selected {
  range: Range;
  ranges: readonly Range[];
  active: Cell;
  lines: Lines;
  goTo: (row: number, key?: string) => void;
  // Leaves the focus where it is.
  reveal: (row: number, key?: string) => void;
  clipboard: Clipboard;
}

interface Edits extends Pick<Parameters<typeof useRangeEdits>[0], 'addBelow'> {
  store: (changes: readonly CellChange[]) => void;
  undo: () => void;
  redo: () => void;
}

interface Props {
  caption: string;
  query: LineQuery;
  grouping: Grouping;
  groupText: GroupText;
  columns: readonly Column[];
  sums: Sums | undefined;
  cellText: CellText;
  widths: Widths;
  onSort: (sort: SortKey[]) => void;
  attempts: ReadonlyMap<string, Attempts>;
  noted: Noted;
  edits: Edits | null;
  say: (text: string) => void;
  onFailed: (error: unknown) => void;
  onExplain: (line: Line | null, key: string) => void;
  onMenu: (at: Element) => void;
  onMoveColumn: (from: number, to: number) => boolean;
  onDetails: () => void;
  onFind: () => void;
  onReplace: () => void;
  onNote: (column: Column) => void;
  panel: ((selected: Selected) => ReactNode) | null;
  children: (selected: Selected) => ReactNode;
}

interface AroundProps extends Selected {
  render: (selected: Selected) => ReactNode;
  layout: Layout;
  line: Line | undefined;
}

/** Scrolling must not render these parts again. */
const Around = memo(
  function Around({ render, range, ranges, active, lines, goTo, reveal, clipboard }: AroundProps) {
    return render({ range, ranges, active, lines, goTo, reveal, clipboard });
  },
  (one, other) =>
    one.render === other.render &&
    one.ranges === other.ranges &&
    one.range === other.range &&
    one.layout === other.layout &&
    one.line === other.line &&
    one.lines.total === other.lines.total,
);

export function Grid(props: Props) {
  const { query, columns, cellText, attempts } = props;
  const id = useId();
  const { element, layout, displayed, outline, lines, isKnown, ...used } = useGrid(props);
  const { selection, bounds, actions, events, cut, clipboard } = used;
  const { active, range, ranges } = selection;
  const { total } = lines;
  const activeIn = (row: number) => (active.row === row ? active.column : -1);
  const reveal = (row: number, key?: string) => {
    const column = columns.findIndex((one) => one.key === key);
    actions.goTo({ row, column: Math.max(0, column) });
  };
  const goTo = (row: number, key?: string) => {
    reveal(row, key);
    actions.focus();
  };
  return (
    <>
      <Around
        render={props.children}
        {...{ range, ranges, active, lines, goTo, reveal, clipboard, layout }}
        line={lines.at(active.row)}
      />
      {lines.error ? <ProblemNotice error={lines.error} onRetry={lines.readAgain} /> : null}
      <div className={classes.frame}>
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: either role takes a label */}
        <div
          ref={element}
          role={props.grouping.groups ? 'treegrid' : 'grid'}
          tabIndex={0}
          className={classes.grid}
          style={{ '--row': `${layout.rowHeight}px`, '--zoom': layout.zoom } as CSSProperties}
          aria-label={props.caption}
          aria-rowcount={outline.places + 3}
          aria-colcount={bounds.columns + 1}
          aria-multiselectable="true"
          aria-readonly={props.edits === null}
          aria-busy={lines.isReading}
          aria-activedescendant={cellId(id, active.row, active.column)}
          {...events}
        >
          <Head
            id={id}
            layout={layout}
            displayed={displayed.columns}
            sort={query.sort}
            active={activeIn(headRow)}
          />
          <Body
            {...{ id, outline, layout, cellText, selection, cut, attempts, actions }}
            noted={props.noted}
            groupText={props.groupText}
            onFold={used.onFold}
            rows={displayed.rows}
            lineAt={(row) => (isKnown ? lines.at(row) : undefined)}
            displayed={displayed.columns}
            canWrite={props.edits !== null}
          />
          <Totals
            {...{ id, layout }}
            row={total}
            place={outline.places}
            displayed={displayed.columns}
            sums={props.sums}
            active={activeIn(total)}
          />
        </div>
        {props.panel && (
          <Around
            render={props.panel}
            {...{ range, ranges, active, lines, goTo, reveal, clipboard, layout }}
            line={lines.at(active.row)}
          />
        )}
      </div>
    </>
  );
}

function useGrid(props: Props) {
  const { query, columns, cellText, edits, say } = props;
  const { takeoff } = useMessages();
  const element = useRef<HTMLDivElement>(null);
  const layout = useLayout(columns, props.widths.given, props.widths.isNarrow);
  const selection = useSelection();
  const first = useFirstPage(query);
  const { grouping } = props;
  const outline = useOutline(grouping, first.total, selection);
  const displayed = useScroll(element, layout, outline, selection.active);
  const lines = useGroupedLines(query, first, grouping, outline, displayed);
  const bounds = { rows: lines.total, columns: columns.length, pageRows: displayed.pageRows };
  const store = edits?.store ?? null;
  const addBelow = edits?.addBelow ?? null;
  const rangeEdits = useRangeEdits({ lines, layout, cellText, store, addBelow, say, failed: props.onFailed });
  const { onSort, widths } = props;
  const { reveal } = displayed;
  const actions = gridActions({
    ...{ element, selection, bounds, layout, lines, reveal, onSort },
    onFailed: props.onFailed,
    onWiden: (key, width) => widths.give(key, Math.round(width / layout.zoom)),
    onExplain: props.onExplain,
    onMenu: props.onMenu,
    onMoveColumn: props.onMoveColumn,
    sort: query.sort,
    edits: rangeEdits,
    say,
    words: takeoff.grid,
    canWrite: edits !== null,
  });
  const { ranges, editing } = selection;
  const cutting = useCut({ lines, layout, cellText, store, say });
  const canPaste = edits !== null && editing === null;
  const onClipboard = { ranges, edits: rangeEdits, cutting, canPaste, say, failed: props.onFailed };
  const clipboard = useClipboard(element, onClipboard);
  const searched = JSON.stringify({ ...query, fields: null });
  const isKnown = first.isKnown && grouping.isKnown;
  useRememberedScroll(element, searched, isKnown);
  const pointer = usePointer(selection, layout, actions, props.onMenu);
  const note = () => {
    const column = layout.columns[selection.active.column];
    if (column && lines.at(selection.active.row)) props.onNote(column);
  };
  const undoing = { undo: () => edits?.undo(), redo: () => edits?.redo() };
  const folding = useFolding(grouping, outline, actions.goTo);
  const events = {
    ...pointer,
    onKeyDown: (event: React.KeyboardEvent) =>
      pressedKey(
        event,
        selection,
        bounds,
        {
          ...actions,
          ...undoing,
          giveUpCut: cutting.giveUp,
          details: props.onDetails,
          find: props.onFind,
          replace: props.onReplace,
          note,
        },
        folding.keys,
      ),
  };
  const { onFold } = folding;
  const { cut } = cutting;
  return {
    ...{ element, layout, displayed, outline, lines, isKnown },
    ...{ selection, bounds, actions, events, cut, clipboard, onFold },
  };
}
