import {
  type Database,
  inOrder,
  type ListPage,
  matchesText,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import type { Discipline } from '@consulting/mto-engine';
import { and, asc, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm';
import { takeoffView } from '../tables/view-schema';

export type ViewRow = typeof takeoffView.$inferSelect;
type NewView = typeof takeoffView.$inferInsert;

export interface ViewOwner {
  projectId: string;
  clientId: string | null;
}

export interface ViewFilter {
  callerId: string;
  owner: ViewOwner | null;
  discipline: Discipline | null;
  search: string | null;
}

const isReadableBy = (callerId: string) =>
  or(takeoffView.isShared, eq(takeoffView.createdById, callerId)) as SQL;

const isOpenTo = ({ projectId, clientId }: ViewOwner) =>
  and(
    or(isNull(takeoffView.projectId), eq(takeoffView.projectId, projectId)),
    or(
      isNull(takeoffView.clientId),
      whenGiven(clientId, (id) => eq(takeoffView.clientId, id)),
    ),
  ) as SQL;

const fits = (discipline: Discipline) =>
  or(isNull(takeoffView.discipline), eq(takeoffView.discipline, discipline)) as SQL;

const matching = ({ callerId, owner, discipline, search }: ViewFilter) =>
  and(
    isReadableBy(callerId),
    whenGiven(owner, isOpenTo),
    whenGiven(discipline, fits),
    whenGiven(search, (part) => matchesText([takeoffView.name], part)),
  );

const { name, discipline, isShared, createdAt, createdBy, updatedAt, updatedBy } =
  getTableColumns(takeoffView);

export const viewSorting = sortable({
  ...{ name, discipline, isShared, createdAt, createdBy, updatedAt, updatedBy },
});

const order = {
  id: takeoffView.id,
  usual: [sql`lower(${takeoffView.name} collate pg_c_utf8)`, asc(takeoffView.id)],
};

export const listViews = (db: Database, filter: ViewFilter, { sort, skip, limit }: ListPage) =>
  db
    .select()
    .from(takeoffView)
    .where(matching(filter))
    .orderBy(...inOrder(sort, viewSorting, order))
    .offset(skip)
    .limit(limit);

export const countViews = (db: Database, filter: ViewFilter) => db.$count(takeoffView, matching(filter));

export const countOwnViews = (db: Database, countedAs: string) =>
  db.$count(takeoffView, eq(takeoffView.countedAs, countedAs));

const readable = (id: string, callerId: string) => and(eq(takeoffView.id, id), isReadableBy(callerId));

export async function findView(db: Database, id: string, callerId: string): Promise<ViewRow | undefined> {
  const [row] = await db.select().from(takeoffView).where(readable(id, callerId));
  return row;
}

export async function lockView(tx: Database, id: string, callerId: string): Promise<ViewRow | undefined> {
  const [row] = await tx.select().from(takeoffView).where(readable(id, callerId)).for('update');
  return row;
}

export async function insertView(db: Database, values: NewView): Promise<ViewRow> {
  const [row] = await db.insert(takeoffView).values(values).returning();
  return row as ViewRow;
}

export async function updateView(tx: Database, id: string, changes: Partial<NewView>): Promise<ViewRow> {
  const [row] = await tx
    .update(takeoffView)
    .set({ ...changes, version: sql`${takeoffView.version} + 1`, updatedAt: new Date() })
    .where(eq(takeoffView.id, id))
    .returning();
  return row as ViewRow;
}

export async function removeView(tx: Database, id: string): Promise<void> {
  await tx.delete(takeoffView).where(eq(takeoffView.id, id));
}

export async function removeViewsOf(
  tx: Database,
  owner: { projectId: string } | { clientId: string },
): Promise<void> {
  const isOwned =
    'projectId' in owner
      ? eq(takeoffView.projectId, owner.projectId)
      : eq(takeoffView.clientId, owner.clientId);
  await tx.delete(takeoffView).where(isOwned);
}
