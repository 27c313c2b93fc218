import {
  type Database,
  equalsIgnoringCase,
  lockAlone,
  lockReferences,
  lowered,
} from '@consulting/kernel/postgres';
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { wbsItem } from './schema';

export type WbsItemRow = typeof wbsItem.$inferSelect & { childCount: number };
export type WbsItemValues = Omit<typeof wbsItem.$inferInsert, 'id' | 'version'>;

export type Tree = string | null;

const universal = '00000000-0000-0000-0000-000000000000';
const tree = sql`coalesce(${wbsItem.projectId}, '00000000-0000-0000-0000-000000000000')`;

export const inTree = (of: Tree): SQL => sql`${tree} = ${of ?? universal}`;

export const inSightOf = (projectId: string): SQL => sql`${tree} in (${projectId}, ${universal})`;

const kind = 'WBS';

/**
 * The lock is for a writer that only adds to the tree: nothing is moved, renamed or removed until its commit.
 * @throws DEPENDENCY_UNAVAILABLE while others lock it for long
 */
export const lockTreeShared = (tx: Database, of: Tree): Promise<void> =>
  lockReferences(tx, kind, [of ?? universal]);

export const lockTree = (tx: Database, of: Tree): Promise<void> => lockAlone(tx, kind, of ?? universal);

// Written out: drizzle prints columns of a query on one table without their table.
const childCount = sql<number>`(select count(*)::int from wbs_item as child where child.parent_id = wbs_item.id)`;

export const wbsItemColumns = { ...getTableColumns(wbsItem), childCount };

export async function findItem(db: Database, id: string): Promise<WbsItemRow | undefined> {
  const [row] = await db.select(wbsItemColumns).from(wbsItem).where(eq(wbsItem.id, id));
  return row;
}

export async function findItemOfTree(db: Database, of: Tree, id: string): Promise<WbsItemRow | undefined> {
  const [row] = await db
    .select(wbsItemColumns)
    .from(wbsItem)
    .where(and(eq(wbsItem.id, id), inTree(of)));
  return row;
}

export async function findItemWithCode(
  db: Database,
  of: Tree,
  code: string,
): Promise<WbsItemRow | undefined> {
  const [row] = await db
    .select(wbsItemColumns)
    .from(wbsItem)
    .where(and(inTree(of), equalsIgnoringCase(wbsItem.code, code)));
  return row;
}

export async function keepUniversalItem(tx: Database, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: wbsItem.id })
    .from(wbsItem)
    .where(and(eq(wbsItem.id, id), inTree(null)))
    .for('key share');
  return rows.length > 0;
}

/** The call returns when nobody in flight refers to the item; nobody can begin to until the end of the transaction. */
export async function lockItemForRemoval(tx: Database, id: string): Promise<void> {
  await tx.select({ id: wbsItem.id }).from(wbsItem).where(eq(wbsItem.id, id)).for('update');
}

export async function findCodes(
  db: Database,
  projectId: string,
  codes: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ code: lowered(wbsItem.code).mapWith(String) })
    .from(wbsItem)
    .where(
      and(
        inSightOf(projectId),
        sql`${lowered(wbsItem.code)} = any(array(
          select ${lowered(sql`wanted.code`)} from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as wanted(code)))`,
      ),
    );
  return new Set(rows.map((row) => row.code));
}

const named = { id: wbsItem.id, code: wbsItem.code, name: wbsItem.name };

async function findBlocking(db: Database, condition: SQL, limit: number) {
  const items = await db
    .select(named)
    .from(wbsItem)
    .where(condition)
    .orderBy(sql`${lowered(wbsItem.code)} collate "C"`, asc(wbsItem.id))
    .limit(limit);
  return { count: await db.$count(wbsItem, condition), items };
}

export const findChildren = (db: Database, id: string, limit: number) =>
  findBlocking(db, eq(wbsItem.parentId, id), limit);

export const findCopies = (db: Database, id: string, limit: number) =>
  findBlocking(db, eq(wbsItem.sourceWbsId, id), limit);

export async function listProjectsWithCode(db: Database, code: string): Promise<string[]> {
  const rows = await db
    .select({ projectId: wbsItem.projectId })
    .from(wbsItem)
    .where(and(eq(wbsItem.scope, 'project'), equalsIgnoringCase(wbsItem.code, code)));
  return rows.flatMap(({ projectId }) => projectId ?? []);
}

export async function insertItem(tx: Database, values: WbsItemValues): Promise<WbsItemRow> {
  const [row] = await tx.insert(wbsItem).values(values).returning();
  return { ...(row as typeof wbsItem.$inferSelect), childCount: 0 };
}

export async function updateItem(
  tx: Database,
  id: string,
  changes: Partial<WbsItemValues>,
): Promise<WbsItemRow> {
  const [row] = await tx
    .update(wbsItem)
    .set({ ...changes, version: sql`${wbsItem.version} + 1`, updatedAt: new Date() })
    .where(eq(wbsItem.id, id))
    .returning(wbsItemColumns);
  return row as WbsItemRow;
}

export async function removeItem(tx: Database, id: string): Promise<void> {
  await tx.delete(wbsItem).where(eq(wbsItem.id, id));
}

export async function removeItemsOfProject(tx: Database, projectId: string): Promise<void> {
  await tx.delete(wbsItem).where(inTree(projectId));
}
