import { getTableColumns, sql } from 'drizzle-orm';
import { type Discipline, isDiscipline } from '../fields/discipline';
import type { Cell, Line } from '../fields/line';
import { commonFields, fieldsOf, isColumn } from '../fields/registry';
import { takeoffLine } from './schema';
import { attributesText, parseAttributes } from './takeoff-line-attributes';
import { columnName } from './takeoff-line-columns';

export interface StoredLine {
  id: string;
  version: number;
  discipline: Discipline;
  /** By position in `fieldsOf(discipline)`; numbers of the table as exact text. */
  values: Line;
  crewRateMatched: boolean;
  wbsMatched: boolean;
  importTaskId: string | null;
  createdAt: Date;
  updatedAt: Date;
  createdBy: string;
  updatedBy: string;
}

export type LineToStore = Pick<
  StoredLine,
  'id' | 'discipline' | 'values' | 'crewRateMatched' | 'wbsMatched' | 'importTaskId'
>;

const tableColumns = getTableColumns(takeoffLine);

export const lineColumns = {
  ...tableColumns,
  attributes: sql<Record<string, Cell>>`${takeoffLine.attributes}::text`.mapWith(parseAttributes),
};

type LineRow = typeof takeoffLine.$inferSelect;

export function storedLine(row: LineRow): StoredLine {
  const { discipline, attributes } = row;
  if (!isDiscipline(discipline)) throw new RangeError(`${discipline} is no discipline`);
  const columns = row as unknown as Record<string, Cell>;
  const values = fieldsOf(discipline).map(
    (field) => (isColumn(field) ? columns[field.key] : attributes[field.key]) ?? null,
  );
  const { id, version, crewRateMatched, wbsMatched, importTaskId } = row;
  const { createdAt, updatedAt, createdBy, updatedBy } = row;
  const server = { id, version, crewRateMatched, wbsMatched, importTaskId };
  return { ...server, discipline, values, createdAt, updatedAt, createdBy, updatedBy };
}

const written = [
  ...commonFields.map(({ key }) => key),
  'attributes',
  'crewRateMatched',
  'wbsMatched',
  'importTaskId',
];

export const writtenColumns: readonly string[] = written.map(columnName);

const columns = commonFields.map(({ key, type }, position) => ({
  position,
  name: `"${columnName(key)}":`,
  isNumber: type === 'number',
}));

/** A line as JSON text for `json_populate_recordset`: column names as keys, empty ones left out, numbers with every digit. */
export function lineJson(line: LineToStore): string {
  const { id, discipline, values, crewRateMatched, wbsMatched, importTaskId } = line;
  let members = '';
  for (const { position, name, isNumber } of columns) {
    const value = values[position];
    if (value === null || value === undefined) continue;
    const isText = typeof value === 'string' && !isNumber;
    members += `${name}${isText ? JSON.stringify(value) : value},`;
  }
  const task = importTaskId === null ? 'null' : `"${importTaskId}"`;
  const server = `"id":"${id}","crew_rate_matched":${crewRateMatched},"wbs_matched":${wbsMatched},"import_task_id":${task}`;
  return `{${members}${server},"attributes":${attributesText(discipline, values)}}`;
}
