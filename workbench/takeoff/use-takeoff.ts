import { useLanguage, useMessages } from '@consulting/design/language';
import { type Discipline, useApi } from '@consulting/foundation/api';
import {
  type ChangeView,
  type Field,
  type Filters,
  useTakeoffView,
  wbsLevelOf,
} from '@consulting/takeoff-lines';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Done } from './bulk/bulk-queries';
import { frozenMax, movedColumn, useChosenColumns } from './columns/stored-columns';
import { useGroupText } from './groups/use-group-text';
import { useGroups } from './groups/use-groups';
import { createCellText } from './lines/cell-text';
import { attemptsOf, cellCount } from './lines/changes';
import { type Column, columnsOf, fieldsOf, summedKeys } from './lines/columns';
import { type Line, type LineQuery, readLinesAgain, totalsOptions } from './lines/line-queries';
import { type NewItem, useAddedLines } from './lines/use-added-lines';
import { useUndo } from './lines/use-undo';
import { useWrites } from './lines/use-writes';
import { usualKeys } from './lines/usual-columns';
import { type NamedView, partsOf } from './views/named-view';
import { useViewFrozen } from './views/use-view-frozen';

/** A discipline that lacks a field can neither be filtered nor sorted by it. */
const isAbout = ({ conditions }: Filters, keys: ReadonlySet<string>): boolean =>
  conditions.every((one) => ('conditions' in one ? isAbout(one, keys) : keys.has(one.field)));

const noRules: NamedView['colourRules'] = [];

export function useTakeoff(
  projectId: string,
  currency: string,
  allFields: readonly Field[],
  named: NamedView | null,
) {
  const { locale, formats, messages } = useLanguage();
  const words = messages.takeoff.grid;
  const base = useMemo(() => named && partsOf(named), [named]);
  const [view, changeView] = useTakeoffView(base);
  const [said, say] = useState('');
  const { fields, columns, chosenColumns, frozenOfView } = useColumns(
    view,
    changeView,
    allFields,
    currency,
    named,
    say,
  );
  const colourRules = named?.colourRules ?? noRules;
  const query: LineQuery = useMemo(() => {
    const { columns: _, ...selection } = view;
    const fields = columns.map(({ key }) => key);
    return { projectId, ...selection, fields, ...(colourRules.length > 0 && { colourRules }) };
  }, [projectId, view, columns, colourRules]);
  const cellText = useMemo(() => createCellText(locale, formats, words), [locale, formats, words]);
  const totals = useTotals(query, columns);
  const grouping = useGroups(query, columns);
  const groupText = useGroupText(allFields, currency, cellText);
  const undoing = useUndo(projectId, (lines, isRedo) =>
    say(isRedo ? words.redone({ count: lines }) : words.undone({ count: lines })),
  );
  const writes = useWrites(query, {
    started: () => say(''),
    stored(batch, edit) {
      say(words.stored({ cellCount: cellCount(batch), lineCount: batch.lines.size }));
      if (edit) undoing.note(edit);
    },
  });
  const added = useAddedLines(projectId, (count, edit) => {
    say(messages.takeoff.adding.added({ count }));
    undoing.note(edit);
  });
  const queries = useQueryClient();
  const replaced = async ({ count, operation }: Done) => {
    await readLinesAgain(queries);
    say(messages.takeoff.find.replaced({ count }));
    if (operation) undoing.note({ operationId: operation.operationId });
  };
  const { underway, locked } = writes;
  const attempts = useMemo(
    () => attemptsOf(underway, locked, columns, cellText),
    [underway, locked, columns, cellText],
  );
  const showDiscipline = (discipline: Discipline | null) => {
    const known = discipline === null ? allFields : fieldsOf(allFields, discipline);
    const keys = new Set(known.map(({ key }) => key));
    changeView({
      discipline,
      columns: null,
      sort: view.sort.filter(({ field }) => keys.has(field)),
      groupBy: view.groupBy.filter((name) => wbsLevelOf(name) !== null || keys.has(name)),
      filters: view.filters && isAbout(view.filters, keys) ? view.filters : null,
    });
  };
  return {
    ...{
      view,
      changeView,
      showDiscipline,
      fields,
      allFields,
      columns,
      chosenColumns,
      frozenOfView,
      query,
      cellText,
    },
    ...{ grouping, groupText, totals, writes, added, replaced, undoing, attempts, said, say },
  };
}

// Only lines whose service and discipline are known can be added.
export function itemsBelow(
  { serviceId, discipline }: LineQuery,
  last: Line | undefined,
  items: readonly NewItem[],
): NewItem[] {
  const owner = {
    serviceId: serviceId ?? last?.values.serviceId,
    discipline: discipline ?? last?.values.discipline,
  };
  return owner.serviceId && owner.discipline ? items.map((item) => ({ ...item, ...owner })) : [];
}

export type TakeoffModel = ReturnType<typeof useTakeoff>;

function useColumns(
  view: Parameters<typeof useChosenColumns>[0],
  changeView: ChangeView,
  allFields: readonly Field[],
  currency: string,
  named: NamedView | null,
  say: (text: string) => void,
) {
  const words = useMessages().takeoff.grid;
  const { discipline } = view;
  const usual = useMemo(() => usualKeys(discipline), [discipline]);
  const { keys, choose: chooseHere } = useChosenColumns(view, changeView, usual);
  // Columns chosen in a named view are no choice for the lines outside of it.
  const choose = named ? (columns: readonly string[]) => changeView({ columns }) : chooseHere;
  const fields = useMemo(() => fieldsOf(allFields, discipline), [allFields, discipline]);
  const { frozen, freeze, ofView } = useViewFrozen(named, discipline);
  const columns = useMemo(() => columnsOf(fields, keys, currency, frozen), [fields, keys, currency, frozen]);
  const move = (from: number, to: number) => {
    const moved = movedColumn(columns, from, to);
    if (moved === null) return false;
    if (moved.frozen) {
      const isTooMany = moved.isFrozen && moved.frozen.length > frozenMax;
      const said = moved.isFrozen ? words.frozen : words.unfrozen;
      say(isTooMany ? words.frozenMost({ max: frozenMax }) : said({ column: moved.label }));
      if (isTooMany) return false;
      freeze(moved.frozen);
    }
    choose(moved.keys);
    return true;
  };
  return { fields, columns, chosenColumns: { keys, usual, choose, freeze, move }, frozenOfView: ofView };
}

function useTotals(query: LineQuery, columns: readonly Column[]) {
  return useQuery(totalsOptions(useApi(), query, summedKeys(columns)));
}
