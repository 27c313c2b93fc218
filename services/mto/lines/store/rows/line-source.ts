import { getTableColumns, type SQL, Subquery, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { takeoffLine } from '../tables/schema';
import { columnName } from '../tables/takeoff-line-columns';
import { sameProject } from './directory';
import type { LineRange } from './import-task';

/**
 * Each item of the FROM clause is named `takeoff_line` and has its columns; together they have every line once. Conditions on `line` apply
 * to each of them.
 */
export type LineSource = readonly [SQL, ...SQL[]] & {
  isCurrent?: true;
  version?: FrozenLines;
  ofIds?(ids: SQL): LineSource;
};

export const line = alias(takeoffLine, 'takeoff_line');

const { createdEpoch: _, inTotals: __, ...columnsOfLine } = getTableColumns(line);

export { columnsOfLine };

export const currentLines: LineSource = current([sql`takeoff_line`]);

export function wholeOf([first, ...others]: LineSource): SQL {
  if (others.length === 0) return first;
  const parts = [first, ...others].map((part) => sql`select * from ${part}`);
  return sql`(${sql.join(parts, sql` union all `)}) as takeoff_line`;
}

export const tableOf = (source: LineSource) =>
  new Subquery<'takeoff_line', Record<string, unknown>>(
    sql`select * from ${wholeOf(source)}`,
    columnsOfLine,
    'takeoff_line',
  );

// An import of 100,000 lines leaves as many entries in the indexes before anybody may see them. A reader would look at
// every one of those lines in the table; excluded by their identifiers, they are passed over within the index.
export function linesOutside(ranges: readonly LineRange[]): LineSource {
  const last = ranges.at(-1);
  if (!last) return currentLines;
  const gaps = ranges.map(({ first }, at) => {
    const before = ranges[at - 1];
    return currentPart(before ? sql`id > ${before.last} and id < ${first}` : sql`id < ${first}`);
  });
  return current([currentPart(sql`id > ${last.last}`), ...gaps]);
}

function current(parts: readonly [SQL, ...SQL[]]): LineSource {
  return Object.assign([...parts] satisfies SQL[] as [SQL, ...SQL[]], { isCurrent: true as const });
}

const currentPart = (condition: SQL) => sql`(select * from takeoff_line where ${condition}) as takeoff_line`;

const names = Object.keys(columnsOfLine).map(columnName);
const columns = sql.raw(names.join(', '));
const columnsOfFrozen = sql.raw(names.map((name) => (name === 'id' ? 'line_id as id' : name)).join(', '));

export interface FrozenLines {
  projectId: string;
  serviceId: string;
  epoch: number;
  hasTotals: boolean;
  isLargePart?: boolean;
}

const unsought = (condition: SQL): SQL => sql`coalesce(${condition}, false)`;

export function linesOfEpoch(version: FrozenLines): LineSource {
  const { projectId, serviceId } = version;
  const isOwned = sql`project_id = ${projectId}::uuid and service_id = ${serviceId}::uuid`;
  const ofSame = sql`project_id = ${sameProject(projectId)} and ${unsought(sql`service_id = ${serviceId}::uuid`)}`;
  return Object.assign(frozenLines(version, isOwned, isOwned), {
    version,
    ofIds: (ids: SQL) =>
      frozenLines(version, sql`${ofSame} and id = any(${ids})`, sql`${ofSame} and line_id = any(${ids})`),
  });
}

// Of lines that were kept a moment ago there are no statistics, so that an anti-join may compare each line with each. What is not
// in an array is looked up in a hash table, whatever the planner expects.
const frozenLines = ({ epoch }: Pick<FrozenLines, 'epoch'>, isCurrent: SQL, isFrozen: SQL): [SQL, SQL] => [
  sql`(select ${columns} from takeoff_line as present
    where ${isCurrent} and coalesce(created_epoch, 0) <= ${epoch}::integer and id not in (
      select unnest(array(
        select line_id from takeoff_version_line where ${isFrozen} and until_epoch >= ${epoch}::integer)))
  ) as takeoff_line`,
  storedLines(epoch, isFrozen),
];

/**
 * Each line is looked up by itself, whatever the planner expects, because few lines are asked for. A line that has not changed since the
 * epoch ended is read from the table, any other from the copies.
 */
export function partsOfEpoch({ projectId, serviceId, epoch, isLargePart }: FrozenLines) {
  const isOfProject = sql`project_id = ${projectId}::uuid`;
  const isOwned = sql`${isOfProject} and service_id = ${serviceId}::uuid`;
  const isEarlier = sql`coalesce(created_epoch, 0) <= ${epoch}::integer`;
  const isCurrent = isLargePart
    ? sql`${isOfProject} and ${unsought(sql`service_id = ${serviceId}::uuid and ${isEarlier}`)}`
    : sql`${isOwned} and ${isEarlier}`;
  return {
    current: sql`(select ${columns} from takeoff_line as present where ${isCurrent}) as takeoff_line`,
    isUnchanged: sql`not exists (select from takeoff_version_line as kept
      where kept.project_id = ${projectId}::uuid and kept.line_id = takeoff_line.id
        and kept.until_epoch >= ${epoch}::integer offset 0)`,
    stored: storedLines(epoch, isOwned),
  };
}

const storedLines = (
  epoch: number,
  isOwned: SQL,
): SQL => sql`(select ${columnsOfFrozen} from takeoff_version_line
    where ${isOwned} and from_epoch <= ${epoch}::integer and until_epoch >= ${epoch}::integer
  ) as takeoff_line`;

const unknownOfCopy: Readonly<Record<string, string>> = {
  id: 'line.line_id as id',
  version: '1 as version',
  created_at: 'coalesce(present.created_at, copy.taken_at) as created_at',
  updated_at: 'copy.taken_at as updated_at',
  created_by: `coalesce(present.created_by, '') as created_by`,
  updated_by: `'' as updated_by`,
  crew_rate_matched: 'false as crew_rate_matched',
  wbs_matched: 'false as wbs_matched',
  import_task_id: 'present.import_task_id as import_task_id',
};
const columnsOfCopy = sql.raw(names.map((name) => unknownOfCopy[name] ?? `line.${name}`).join(', '));

export const linesOfCopy = ({ id, projectId }: { id: string; projectId: string }): LineSource => [
  sql`(select ${columnsOfCopy} from takeoff_copy_line as line join takeoff_copy as copy on copy.id = line.copy_id
    left join takeoff_line as present on present.project_id = ${sameProject(projectId)} and present.id = line.line_id
    where line.project_id = ${projectId}::uuid and line.copy_id = ${id}::uuid and not line.is_after) as takeoff_line`,
];
