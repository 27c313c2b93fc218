import { type SQL, sql } from 'drizzle-orm';
import { type LineOperation, linesAfter, linesBefore } from '../history/operation-lines';
import { type LineSource, wholeOf } from '../rows/line-source';
import { valueColumns } from '../rows/takeoff-copy';

export type LineSet =
  | { operation: LineOperation; isAfter: boolean }
  | { projectId: string; copyId: string; isAfter: boolean }
  | { projectId: string; serviceId: string | null; source: LineSource };

export interface LineSets {
  before: LineSet;
  after: LineSet;
}

export function linesOf(set: LineSet): SQL {
  const columns = sql.raw(valueColumns.join(', '));
  if ('serviceId' in set)
    return sql`select id as line_id, ${columns} from ${wholeOf(set.source)}
      where project_id = ${set.projectId}::uuid
        and ${set.serviceId === null ? sql`true` : sql`service_id = ${set.serviceId}::uuid`}`;
  if ('operation' in set) return set.isAfter ? linesAfter(set.operation) : linesBefore(set.operation);
  const { projectId, copyId, isAfter } = set;
  return sql`select line_id, ${columns} from takeoff_copy_line
    where project_id = ${projectId}::uuid and copy_id = ${copyId}::uuid and is_after = ${isAfter}`;
}

const singleItems = (side: 'before' | 'after', other: 'before' | 'after') =>
  sql.raw(`
  select discipline, item_number, (array_agg(line_id))[1] as line_id from ${side}_line line
  where item_number is not null
    and not exists (select from ${other}_line other where other.line_id = line.line_id)
    and not exists (select from source_pair where ${side}_id = line.line_id)
  group by discipline, item_number having count(*) = 1`);

const alone = (side: 'before' | 'after', other: 'before' | 'after') =>
  sql.raw(`select line_id, discipline, source_id from ${side}_line line where source_id is not null
    and not exists (select from ${other}_line other where other.line_id = line.line_id)`);

// Only the columns that are needed are stored for the statement.
const withColumns = (set: LineSet, columns: readonly string[]): SQL =>
  sql`select line_id, ${sql.raw(columns.join(', '))} from (${linesOf(set)}) as line`;

// Lines match by identifier, else by the identifier of their source, else by discipline and item number
// (resources.md 15.6, estimating.md 17); an item number that several lines have matches nothing.
export const pairedLines = ({ before, after }: LineSets, columns = valueColumns): SQL => sql`
  before_line as materialized (${withColumns(before, columns)}),
  after_line as materialized (${withColumns(after, columns)}),
  source_pair as materialized (
    select b.line_id as before_id, a.line_id as after_id
    from (${alone('before', 'after')}) b join (${alone('after', 'before')}) a using (discipline, source_id)),
  before_item as (${singleItems('before', 'after')}),
  after_item as (${singleItems('after', 'before')}),
  pair as (
    select line_id as before_id, line_id as after_id from before_line join after_line using (line_id)
    union all select before_id, after_id from source_pair
    union all
    select b.line_id, a.line_id from before_item b join after_item a using (discipline, item_number))`;
