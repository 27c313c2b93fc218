import {
  type Database,
  inOrder,
  type ListPage,
  matchesText,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { subcontractor } from './schema';

export interface SubcontractorFilter {
  search: string | null;
  status: string | null;
  discipline: string | null;
}

export type SubcontractorRow = typeof subcontractor.$inferSelect;
export type SubcontractorValues = Omit<typeof subcontractor.$inferInsert, 'id' | 'version'>;

const searched = [
  subcontractor.name,
  subcontractor.code,
  subcontractor.scopeOfWork,
  subcontractor.contactName,
  subcontractor.contactEmail,
  subcontractor.contactPhone,
];

export const matchingSubcontractors = (projectId: string, filter: SubcontractorFilter) =>
  and(
    eq(subcontractor.projectId, projectId),
    whenGiven(filter.search, (search) => matchesText(searched, search)),
    whenGiven(filter.status, (status) => eq(subcontractor.status, status)),
    whenGiven(
      filter.discipline,
      (discipline) => sql`${subcontractor.disciplines} @> ${JSON.stringify([discipline])}::text::jsonb`,
    ),
  );

export const subcontractorSorting = sortable(getTableColumns(subcontractor));

const order = { id: subcontractor.id, usual: [desc(subcontractor.createdAt), asc(subcontractor.id)] };

export const listSubcontractors = (
  db: Database,
  projectId: string,
  filter: SubcontractorFilter,
  { sort, skip, limit }: ListPage,
) =>
  db
    .select()
    .from(subcontractor)
    .where(matchingSubcontractors(projectId, filter))
    .orderBy(...inOrder(sort, subcontractorSorting, order))
    .offset(skip)
    .limit(limit);

export const countSubcontractors = (db: Database, projectId: string, filter: SubcontractorFilter) =>
  db.$count(subcontractor, matchingSubcontractors(projectId, filter));

const one = (projectId: string, id: string) =>
  and(eq(subcontractor.id, id), eq(subcontractor.projectId, projectId));

export async function findSubcontractor(
  db: Database,
  projectId: string,
  id: string,
): Promise<SubcontractorRow | undefined> {
  const [row] = await db.select().from(subcontractor).where(one(projectId, id));
  return row;
}

export async function lockSubcontractor(
  tx: Database,
  projectId: string,
  id: string,
): Promise<SubcontractorRow | undefined> {
  const [row] = await tx.select().from(subcontractor).where(one(projectId, id)).for('update');
  return row;
}

export async function listSubcontractorCodes(db: Database, projectId: string): Promise<string[]> {
  const rows = await db
    .select({ code: subcontractor.code })
    .from(subcontractor)
    .where(eq(subcontractor.projectId, projectId));
  return rows.map(({ code }) => code);
}

export async function findSubcontractorIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ id: subcontractor.id })
    .from(subcontractor)
    .where(and(eq(subcontractor.projectId, projectId), inArray(subcontractor.id, [...ids])));
  return rows.map(({ id }) => id);
}

export async function insertSubcontractor(
  db: Database,
  values: SubcontractorValues,
): Promise<SubcontractorRow> {
  const [row] = await db.insert(subcontractor).values(values).returning();
  return row as SubcontractorRow;
}

export async function updateSubcontractor(
  tx: Database,
  id: string,
  changes: Partial<SubcontractorValues>,
): Promise<SubcontractorRow> {
  const [row] = await tx
    .update(subcontractor)
    .set({ ...changes, version: sql`${subcontractor.version} + 1`, updatedAt: new Date() })
    .where(eq(subcontractor.id, id))
    .returning();
  return row as SubcontractorRow;
}

export async function removeSubcontractor(tx: Database, id: string): Promise<void> {
  await tx.delete(subcontractor).where(eq(subcontractor.id, id));
}
