import type { TableRow } from '@consulting/imports/table/table';
import { type DecimalSeparator, numberOfText } from '@consulting/imports/table/table-text';
import type { Fault } from '@consulting/kernel/schema';
import { type Discipline, findField, isDiscipline, isNumeric } from '@consulting/takeoff-fields';
import type { PriceBookRow } from '../../store/price-book';
import type { FileRow } from '../../store/price-row-bulk';
import { type ConditionColumn, cellOfColumn, columnsOf, conditionOf, operandOf } from './condition-columns';
import { conditionColumns, fields, takenNames } from './price-row-list';

export interface ReadFileRow {
  row: TableRow;
  body: Record<string, unknown>;
  // Faults of the row by its columns, after those of its cells.
  faultsWith(faults: readonly Fault[]): Fault[];
}

const own: ReadonlySet<string> = new Set(Object.keys(fields));
const ofPoints = ['points', 'pointsField', 'pointsBetween'];

// A row of a file as the body of a request.
export function readFileRow(
  row: TableRow,
  book: PriceBookRow,
  separator: DecimalSeparator | null,
): ReadFileRow {
  const { values } = row;
  const plain = Object.entries(values).filter(([key]) => own.has(key) && !ofPoints.includes(key));
  const body: Record<string, unknown> = Object.fromEntries(plain);
  const discipline = disciplineOf(values.discipline) ?? book.discipline;
  const reading = { separator };
  if (typeof values.value === 'string') {
    const target = discipline === null ? undefined : findField(discipline, String(values.target));
    body.value = operandOf(target && isNumeric(target) ? target : undefined, values.value, reading);
  }
  if (ofPoints.some((key) => key in values)) body.points = pointsOf(values, separator);
  const columns = conditionColumns(Object.keys(values).filter((key) => !own.has(key)));
  const found = gathered(columns, values, (column, cell) => conditionOf(discipline, column, cell, reading));
  if (columns.length > 0) body.conditions = found.map(({ condition }) => condition);
  const placed = (fault: Fault) => ({ ...fault, field: columnOfFault(fault.field, found) });
  const faultsWith = (faults: readonly Fault[]) => {
    const known = new Set(row.faults.map(({ field }) => field));
    return [...row.faults, ...faults.map(placed).filter(({ field }) => !known.has(field))];
  };
  return { row, body, faultsWith };
}

const disciplineOf = (value: unknown): Discipline | null =>
  typeof value === 'string' && isDiscipline(value) ? value : null;

interface Gathered {
  condition: Record<string, unknown>;
  columns: ConditionColumn[];
}

// `from` and `to` of a field are one condition.
function gathered(
  columns: readonly ConditionColumn[],
  values: TableRow['values'],
  read: (column: ConditionColumn, cell: unknown) => object | null,
): Gathered[] {
  const found = new Map<string, Gathered>();
  for (const column of columns) {
    const said = read(column, values[column.key]);
    if (said === null) continue;
    const { field, kind, place } = column;
    const name = `${field} ${kind === 'to' ? 'from' : kind} ${place}`;
    const known = found.get(name) ?? { condition: { field }, columns: [] };
    found.set(name, { condition: { ...known.condition, ...said }, columns: [...known.columns, column] });
  }
  return [...found.values()];
}

function columnOfFault(field: string, found: readonly Gathered[]): string {
  const [, at, part] = /^conditions\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
  if (at === undefined)
    return field.startsWith('points.field') ? 'pointsField' : (/^\w+/.exec(field)?.[0] ?? field);
  const columns = found[Number(at)]?.columns ?? [];
  return (columns.find(({ kind }) => kind === part) ?? columns[0])?.key ?? field;
}

function pointsOf(values: TableRow['values'], separator: DecimalSeparator | null) {
  const { points, pointsField: field, pointsBetween: between } = values;
  if ((points ?? null) === null && (field ?? null) === null && (between ?? null) === null) return null;
  const pairs = String(points ?? '')
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => pair.split(':').map((part) => numberOfText(part, separator) ?? part.trim()));
  return { field: field ?? null, between: between ?? null, points: pairs };
}

// @throws RangeError when a condition has no column, because the row would be wider without it
export function recordOfFile(
  row: FileRow,
  known: ReadonlyMap<string, ConditionColumn>,
): Record<string, unknown> {
  const { conditions, points, value, textValue, ...record } = row;
  const cells = columnsOf(conditions, takenNames).flatMap((columns, at) =>
    columns.map((column) => {
      const condition = conditions[at];
      if (!known.has(column.key) || condition === undefined)
        throw new RangeError(`The export has no column ${column.key}; it was added meanwhile.`);
      return [column.key, cellOfColumn(condition, column)];
    }),
  );
  return {
    ...record,
    ...Object.fromEntries(cells),
    value: textValue ?? (value === null ? null : Number(value)),
    points: points?.points.map((pair) => pair.join(':')).join('; '),
    pointsField: points?.field ?? null,
    pointsBetween: points?.between ?? null,
  };
}
