import type { Database } from '@consulting/kernel/postgres';
import { markIn } from '@consulting/mto-engine';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { projectMark } from '../tables/directory-schema';

const marksMax = 10_000;
const marks = new Map<string, string>();

function remember(mark: string, projectId: string): void {
  if (marks.size >= marksMax) marks.clear();
  marks.set(mark, projectId);
}

export async function inProjectOf<T>(
  db: Database,
  lineId: string,
  read: (projectId: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const mark = markIn(lineId);
  const last = marks.get(mark);
  const found = last === undefined ? undefined : await read(last);
  if (found !== undefined) return found;
  for (const projectId of await findProjectsOf(db, lineId)) {
    const found = projectId === last ? undefined : await read(projectId);
    if (found === undefined) continue;
    remember(mark, projectId);
    return found;
  }
  return undefined;
}

export async function findProjectsOf(db: Database, lineId: string): Promise<string[]> {
  const rows = await db.execute<{ projectId: string | null }>(sql`
    select project_id as "projectId" from takeoff_project where ${projectMark(sql`project_id`)} = ${markIn(lineId)}
    union select project_id from (
      select project_id, last_id from takeoff_line_range where first_id <= ${lineId}::uuid and project_id is not null
      order by first_id desc limit ${overlapsMax}) as nearest where last_id >= ${lineId}::uuid
    union select null from takeoff_line_range
      where project_id is null and first_id <= ${lineId}::uuid and last_id >= ${lineId}::uuid`);
  const known = rows.flatMap(({ projectId }) => projectId ?? []);
  return known.length === rows.length ? known : [...known, ...(await askEverywhere(db, lineId))];
}

const overlapsMax = 8;

let timesAskedEverywhere = 0;

export const askedEverywhere = (): number => timesAskedEverywhere;

async function askEverywhere(db: Database, lineId: string): Promise<string[]> {
  timesAskedEverywhere += 1;
  const rows = await db.execute<{ projectId: string }>(sql`
    select project_id as "projectId" from takeoff_line where id = ${lineId}::uuid ${ofEveryProject}`);
  return rows.map(({ projectId }) => projectId);
}

/** Every other statement on lines must name its project, so that one server answers it. */
export const ofEveryProject = sql`/* of every project */`;

export const isOfProject = (column: AnyColumn, projectId: string | null): SQL =>
  projectId === null ? sql`true ${ofEveryProject}` : sql`${column} = ${projectId}::uuid`;

/**
 * A subselect makes the planner expect as many lines as projects usually have. For the value of a new project it would expect none, and
 * join by reading all its lines for each.
 */
export const sameProject = (projectId: string | null): SQL => sql`(select ${projectId}::uuid)`;
