import type { Database } from '@consulting/kernel/postgres';
import {
  type Cell,
  commonFields,
  type Discipline,
  type Field,
  fieldsOf,
  isColumn,
  isNumeric,
  type Line,
} from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { cellOf } from '../rows/takeoff-line-row';
import { columnName } from '../tables/takeoff-line-columns';
import { readAhead } from './line-cursor';

export type LinePositions = ReadonlyMap<Discipline, readonly number[]>;

export interface LinesToRead {
  from: SQL;
  // Without a separator in their texts.
  further: readonly SQL[];
  positions: LinePositions;
}

interface ReadLine {
  id: string;
  serviceId: string;
  discipline: Discipline;
  further: readonly string[];
  line: Line;
}

const cursor = sql.identifier('read_line');
const separator = '\t';
const linesPerFetch = 1000;
const linesPerBatch = 50;

// Of each line all columns of the FROM clause that are named, and of its fields only those at the positions of its discipline.
export async function* readLines(
  tx: Database,
  { from, further, positions }: LinesToRead,
): AsyncGenerator<ReadLine[]> {
  const layouts = new Map([...positions].map(([discipline, own]) => [discipline, layoutOf(discipline, own)]));
  const cases = [...layouts].map(
    ([discipline, layout]) => sql`when ${sql.raw(`'${discipline}'`)} then ${textOf(layout, further)}`,
  );
  // The whole is read, and not only the first lines.
  await tx.execute(sql`select set_config('cursor_tuple_fraction', '1', true)`);
  await tx.execute(sql`declare ${cursor} no scroll cursor for
    select case discipline ${sql.join(cases, sql` `)} end as line from ${from}`);
  const fetch = sql`fetch ${sql.raw(String(linesPerFetch))} from ${cursor}`;
  for await (const rows of readAhead(async () => tx.execute<{ line: string }>(fetch)))
    for (let at = 0; at < rows.length; at += linesPerBatch)
      yield rows.slice(at, at + linesPerBatch).map(({ line }) => readLine(line, layouts, further.length));
  await tx.execute(sql`close ${cursor}`);
}

interface Layout {
  discipline: Discipline;
  width: number;
  cells: readonly { position: number; field: Field; isNumber: boolean }[];
}

function layoutOf(discipline: Discipline, positions: readonly number[]): Layout {
  const fields = fieldsOf(discipline);
  const cells = positions.flatMap((position) => {
    const field = fields[position];
    return field ? [{ position, field, isNumber: isNumeric(field) }] : [];
  });
  return { discipline, width: Math.max(commonFields.length, ...positions.map((at) => at + 1)), cells };
}

/** One text takes half the work of as many columns; texts of users are JSON, so none contains the separator. */
function textOf({ cells }: Layout, further: readonly SQL[]): SQL {
  const own = ['discipline', 'id', 'service_id'].map((name) => sql.raw(`takeoff_line.${name}`));
  const parts = [...own, ...further, ...cells.map(({ field }) => cellText(field))];
  const texts: SQL[] = [];
  for (let from = 0; from < parts.length; from += partsAtOnce) {
    const some = parts.slice(from, from + partsAtOnce).map((part) => sql`${part}, ${tab}`);
    texts.push(sql`concat(${sql.join(some, sql`, `)})`);
  }
  return sql.join(texts, sql` || `);
}

const partsAtOnce = 50;
const tab = sql.raw(String.raw`E'\t'`);

const isText = ({ type }: Field): boolean => type === 'text';

function cellText(field: Field): SQL {
  if (!isColumn(field)) return sql.raw(`(attributes ${isText(field) ? '->' : '->>'} '${field.key}')`);
  const column = `takeoff_line.${columnName(field.key)}`;
  if (isText(field)) return sql.raw(`to_json(${column})`);
  return sql.raw(field.type === 'boolean' ? `${column}::text` : column);
}

function readLine(text: string, layouts: ReadonlyMap<string, Layout>, furtherCount: number): ReadLine {
  let at = 0;
  const next = (): string => {
    const start = at;
    at = text.indexOf(separator, start) + 1;
    return text.slice(start, at - 1);
  };
  const [name, id, serviceId] = [next(), next(), next()];
  const further: string[] = [];
  while (further.length < furtherCount) further.push(next());
  const layout = layouts.get(name);
  if (layout === undefined) throw new RangeError(`${name} is not read`);
  const line: Line = new Array(layout.width).fill(null);
  const hasEscapes = text.includes('\\', at);
  for (const { position, field, isNumber } of layout.cells) {
    const end = text.indexOf(separator, at);
    if (end > at)
      line[position] = isNumber ? numberIn(text, at, end) : valueIn(field, text.slice(at, end), hasEscapes);
    at = end + 1;
  }
  return { id, serviceId, discipline: layout.discipline, further, line };
}

const valueIn = (field: Field, text: string, hasEscapes: boolean): Cell =>
  isText(field)
    ? hasEscapes || text[0] !== '"'
      ? JSON.parse(text)
      : text.slice(1, -1)
    : cellOf(field, text);

const exactLengthMax = 15;
const powersOfTen = Array.from({ length: exactLengthMax + 1 }, (_, power) => 10 ** power);
const minus = '-'.charCodeAt(0);
const point = '.'.charCodeAt(0);
const zeroDigit = '0'.charCodeAt(0);

function numberIn(text: string, start: number, end: number): Cell {
  if (end - start > exactLengthMax) return text.slice(start, end);
  const isNegative = text.charCodeAt(start) === minus;
  let digits = 0;
  let pointAt = end;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === point) pointAt = at + 1;
    else digits = digits * 10 + (code - zeroDigit);
  }
  const size = digits / (powersOfTen[end - pointAt] ?? 1);
  return isNegative ? -size : size;
}
