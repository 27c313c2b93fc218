import type { SidePanelState } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { ExplanationDialog, type Question } from '@consulting/explanation';
import { useApi, useFields } from '@consulting/foundation/api';
import { Loaded, ProblemNotice, View } from '@consulting/foundation/components';
import { type Project, useProject } from '@consulting/foundation/project';
import { useSession } from '@consulting/foundation/session';
import type { Field } from '@consulting/takeoff-lines';
import { useState } from 'react';
import { FindBar } from './find/find-bar';
import { CellNote } from './grid/cell-note';
import { Grid, type Selected } from './grid/grid';
import { headRow, rowCount, runsOf } from './grid/range';
import { readRuns } from './grid/selected-rows';
import { SelectionFigures } from './grid/selection-figures';
import { AddLinesDialog } from './lines/add-lines-dialog';
import type { Column } from './lines/columns';
import { type Line, nameOf, type Totals } from './lines/line-queries';
import classes from './lines/lines.module.css';
import { PendingChanges } from './lines/pending-changes';
import { type NewItem, readCopies } from './lines/use-added-lines';
import { useCellNotes } from './lines/use-cell-notes';
import { People } from './live/people';
import { useLive } from './live/use-live';
import { LinePanel } from './panel/line-panel';
import { usePanel } from './panel/use-panel';
import { StalePrices } from './price/stale-prices';
import { Toolbar } from './toolbar';
import { TakeoffTools } from './tools';
import { itemsBelow, type TakeoffModel, useTakeoff } from './use-takeoff';
import { useNamedView } from './views/named-view';
import { useViewWidths } from './views/use-view-widths';
import { ViewMenu } from './views/view-menu';

export default function Takeoff({ projectId }: { projectId: string }) {
  const { takeoff } = useMessages();
  const project = useProject(projectId);
  const fields = useFields();
  return (
    <View title={takeoff.title} isTitleUnseen>
      <Loaded query={project} form="table">
        {(known) => (
          <Loaded query={fields} form="table">
            {(all) => <TakeoffInView project={known} fields={all} />}
          </Loaded>
        )}
      </Loaded>
    </View>
  );
}

interface Props {
  project: Project;
  fields: readonly Field[];
}

function TakeoffInView(props: Props) {
  const named = useNamedView(props.project);
  if (named.isReading)
    return (
      <Loaded query={named.read} form="table">
        {() => null}
      </Loaded>
    );
  return <TakeoffLines {...props} named={named} />;
}

function TakeoffLines({ project, fields, named }: Props & { named: ReturnType<typeof useNamedView> }) {
  const { id: projectId, currency } = project;
  const { takeoff: words } = useMessages();
  const { canWrite } = useSession();
  const takeoff = useTakeoff(projectId, currency, fields, named.view);
  const [failure, setFailure] = useState<unknown>(null);
  const { query, columns, cellText, totals, writes, added, undoing, attempts, changeView, say } = takeoff;
  const { undo, redo } = undoing;
  const { grouping, groupText } = takeoff;
  const sums = totals.data?.sums;
  const widths = useViewWidths(named.view);
  const { frozenOfView: frozen } = takeoff;
  const look = {
    given: widths.given,
    isChanged: widths.isChanged || frozen.isChanged,
    reset: () => {
      widths.reset();
      frozen.reset();
    },
  };
  const panel = usePanel();
  const noted = useCellNotes(projectId);
  const writeNote = ({ key, label }: Column) => panel.show('notes', { key, label });
  const people = useLive(query, say);
  const [question, setQuestion] = useState<Question | null>(null);
  const [menuAt, setMenuAt] = useState<Element | null>(null);
  const [finding, setFinding] = useState<'find' | 'replace' | null>(null);
  // What is found is in no folded group.
  const find = (what: 'find' | 'replace') => {
    grouping.foldAll(false);
    setFinding(what);
  };
  const [below, setBelow] = useState<Line | null>(null);
  const explain = (line: Line | null, field: string) => setQuestion(questionOf(takeoff, line, field));
  const addBelow = (last: Line | undefined, items: readonly NewItem[]) => {
    const owned = itemsBelow(query, last, items);
    if (owned.length > 0) added.ask(owned);
    return owned.length > 0;
  };
  return (
    <Grid
      {...{ query, columns, cellText, attempts, noted, say, widths, grouping, groupText, sums }}
      caption={words.grid.caption}
      onSort={(sort) => changeView({ sort })}
      edits={canWrite ? { store: writes.store, addBelow, undo, redo } : null}
      onFailed={setFailure}
      onExplain={explain}
      onMenu={setMenuAt}
      onMoveColumn={takeoff.chosenColumns.move}
      onDetails={panel.toggle}
      onFind={() => find('find')}
      onReplace={() => find('replace')}
      onNote={writeNote}
      panel={
        panel.isOpen
          ? ({ active, lines, goTo }) => (
              <LinePanel
                {...{ panel, projectId, currency, fields, cellText }}
                store={canWrite ? writes.store : null}
                onFailed={setFailure}
                goTo={(row) => goTo(row, columns[active.column]?.key)}
                line={lines.at(active.row)}
                name={nameOfRow(lines.at(active.row))}
                row={active.row}
                rows={lines.total}
                onExplain={(field) => explain(lines.at(active.row) ?? null, field)}
              />
            )
          : null
      }
    >
      {(selected) => (
        <>
          <Toolbar
            {...{ projectId, takeoff, fields, below }}
            onClosed={() => setBelow(null)}
            views={
              <ViewMenu
                {...{ project, fields, say, columns }}
                widths={look}
                {...named}
                displayed={takeoff.view}
              />
            }
          >
            <Tools
              {...{ projectId, takeoff, selected, menuAt, explain, setBelow }}
              allFields={fields}
              onMenuClosed={() => setMenuAt(null)}
              panel={panel}
              onNote={writeNote}
              onFind={() => find('find')}
            />
          </Toolbar>
          {finding && (
            <FindBar
              {...{ query, columns, fields, cellText, selected }}
              replacing={finding === 'replace' && canWrite ? { writes, onReplaced: takeoff.replaced } : null}
              onClose={() => setFinding(null)}
            />
          )}
          {failure ? <ProblemNotice error={failure} onRetry={() => setFailure(null)} /> : null}
          {undoing.error ? <ProblemNotice error={undoing.error} onRetry={undoing.forgetError} /> : null}
          <PendingChanges {...{ writes, columns, cellText }} lines={selected.lines} goTo={selected.goTo} />
          <div className={classes.status}>
            <p role="status">
              {totals.isPlaceholderData ? words.searching : totals.data && foundText(totals.data, words)}
            </p>
            <People {...{ projectId, people }} line={selected.lines.at(selected.active.row)} />
            <p role="status">{takeoff.said}</p>
            <CellNote noted={noted} columns={columns} selected={selected} />
            <SelectionFigures
              {...{ query, columns }}
              totals={totals.data}
              ranges={selected.ranges}
              lines={selected.lines}
            />
          </div>
          <StalePrices {...{ projectId, fields }} serviceId={query.serviceId} onChange={changeView} />
          <AddLinesDialog {...{ added, fields }} />
          {question && <ExplanationDialog question={question} onClose={() => setQuestion(null)} />}
        </>
      )}
    </Grid>
  );
}

function foundText({ total, leftOut }: Totals, words: ReturnType<typeof useMessages>['takeoff']): string {
  if (total === 0) return words.empty;
  if (leftOut === 0) return words.found({ count: total });
  return leftOut === total
    ? words.foundLeftOut({ count: total })
    : words.foundSome({ count: total, leftOut });
}

const nameOfRow = (line: Line | undefined): string =>
  line
    ? [line.values.itemCode ?? line.values.itemNumber, line.values.description].filter(Boolean).join(' · ')
    : '';

function questionOf({ query, totals }: TakeoffModel, line: Line | null, field: string): Question {
  const { projectId, serviceId, discipline, search, filters } = query;
  if (line === null) {
    const includeExcluded = totals.data !== undefined && totals.data.leftOut === totals.data.total;
    return { total: { projectId, serviceId, discipline, search, filters, field, includeExcluded } };
  }
  const owner = typeof line.values.serviceId === 'string' ? line.values.serviceId : serviceId;
  return { field, line: { id: line.id, label: nameOf(line), projectId, serviceId: owner } };
}

interface ToolsProps {
  projectId: string;
  takeoff: TakeoffModel;
  selected: Selected;
  allFields: readonly Field[];
  explain: (line: Line | null, field: string) => void;
  setBelow: (line: Line) => void;
  menuAt: Element | null;
  onMenuClosed: () => void;
  panel: SidePanelState;
  onFind: () => void;
  onNote: (column: Column) => void;
}

function Tools({ projectId, takeoff, selected, allFields, explain, setBelow, onNote, ...menu }: ToolsProps) {
  const { view, changeView, fields, columns, chosenColumns } = takeoff;
  const { ranges, lines, active, clipboard } = selected;
  const runs = runsOf(ranges);
  const line = lines.at(active.row);
  const column = columns[active.column];
  const isTotal = active.row === lines.total && column?.isSummed;
  const value = line && column ? line.values[column.key] : undefined;
  const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const api = useApi();
  const duplicate = async (ids: readonly string[]) =>
    takeoff.added.add(await readCopies(api, projectId, ids, allFields));
  return (
    <TakeoffTools
      {...{ projectId, view, fields, allFields, clipboard }}
      onChange={changeView}
      columns={chosenColumns}
      total={lines.all}
      grouping={takeoff.grouping}
      marked={{
        count: line ? rowCount(runs) : 0,
        read: async () =>
          (await readRuns(lines, runs)).map(({ id, values }) => ({ id, label: nameOf({ id, values }) })),
      }}
      {...menu}
      head={active.row === headRow && column ? { columns, at: active.column } : null}
      insertBelow={line ? () => setBelow(line) : null}
      onDuplicate={duplicate}
      onNote={line && column ? () => onNote(column) : null}
      onExplain={column && (line || isTotal) ? () => explain(line ?? null, column.key) : null}
      cell={line && column ? { field: column.key, value: isValue ? value : null } : null}
    />
  );
}
