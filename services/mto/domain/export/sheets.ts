import type { SheetOutput } from '@consulting/spreadsheet/write-output';
import { type Discipline, disciplineLabels, disciplines } from '../../fields/discipline';
import { fieldsOf } from '../../fields/registry';
import type { LineSnapshot } from '../../store/export';
import type { LineFilter } from '../../store/takeoff-line';
import { columnsOf, fieldsOfAll } from './columns';
import { summarySheet } from './summary-sheet';

const takeoffSheet = 'Takeoff';

export async function* singleSheet(lines: LineSnapshot, filter: LineFilter): AsyncGenerator<SheetOutput> {
  const counts = await lines.countByDiscipline(filter);
  const used = usedDisciplines(counts);
  const fields = fieldsOfAll(used, used.length > 0 ? await lines.usedOwnKeys(filter) : new Set());
  yield {
    name: takeoffSheet,
    columns: columnsOf(fields, used),
    rows: lines.read(filter, fields),
    rowCount: counts.values().reduce((sum, count) => sum + count, 0),
  };
}

export async function* sheetPerDiscipline(
  lines: LineSnapshot,
  filter: LineFilter,
  currency: string | null,
): AsyncGenerator<SheetOutput> {
  const counts = await lines.countByDiscipline(filter);
  const used = usedDisciplines(counts);
  if (used.length > 0) yield summarySheet(await lines.sum(filter), currency);
  if (used.length === 0 && filter.discipline === null) yield* singleSheet(lines, filter);
  for (const discipline of used.length === 0 ? wanted(filter) : used) {
    const fields = fieldsOf(discipline);
    yield {
      name: disciplineLabels[discipline],
      columns: columnsOf(fields, [discipline]),
      rows: lines.read({ ...filter, discipline }, fields),
      rowCount: counts.get(discipline) ?? 0,
    };
  }
}

const usedDisciplines = (counts: ReadonlyMap<Discipline, number>) =>
  disciplines.filter((discipline) => counts.has(discipline));

const wanted = ({ discipline }: LineFilter): Discipline[] => (discipline === null ? [] : [discipline]);
