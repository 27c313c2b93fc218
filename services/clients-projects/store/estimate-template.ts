import {
  type Database,
  inOrder,
  type ListPage,
  matchesText,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { estimateTemplate } from './schema';

export type TemplateRow = typeof estimateTemplate.$inferSelect;
type TemplateValues = Omit<typeof estimateTemplate.$inferInsert, 'id' | 'version'>;

export interface TemplateFilter {
  search: string | null;
  clientId: string | null;
}

const { items: _items, bidSpread: _spread, ...listed } = getTableColumns(estimateTemplate);
const columns = { ...listed, itemCount: sql<number>`jsonb_array_length(${estimateTemplate.items})` };

export const templateSorting = sortable(listed);

const order = {
  id: estimateTemplate.id,
  usual: [desc(estimateTemplate.createdAt), asc(estimateTemplate.id)],
};

const matching = ({ search, clientId }: TemplateFilter) =>
  and(
    whenGiven(search, (words) => matchesText([estimateTemplate.name, estimateTemplate.description], words)),
    whenGiven(clientId, (id) => eq(estimateTemplate.clientId, id)),
  );

export const listTemplates = (db: Database, filter: TemplateFilter, { sort, skip, limit }: ListPage) =>
  db
    .select(columns)
    .from(estimateTemplate)
    .where(matching(filter))
    .orderBy(...inOrder(sort, templateSorting, order))
    .offset(skip)
    .limit(limit);

export const countTemplates = (db: Database, filter: TemplateFilter) =>
  db.$count(estimateTemplate, matching(filter));

export async function findTemplate(db: Database, id: string): Promise<TemplateRow | undefined> {
  const [row] = await db.select().from(estimateTemplate).where(eq(estimateTemplate.id, id));
  return row;
}

export async function lockTemplate(tx: Database, id: string): Promise<TemplateRow | undefined> {
  const [row] = await tx.select().from(estimateTemplate).where(eq(estimateTemplate.id, id)).for('update');
  return row;
}

export async function insertTemplate(db: Database, values: TemplateValues): Promise<TemplateRow> {
  const [row] = await db.insert(estimateTemplate).values(values).returning();
  return row as TemplateRow;
}

export async function updateTemplate(
  tx: Database,
  id: string,
  changes: Partial<TemplateValues>,
): Promise<TemplateRow> {
  const [row] = await tx
    .update(estimateTemplate)
    .set({ ...changes, version: sql`${estimateTemplate.version} + 1`, updatedAt: new Date() })
    .where(eq(estimateTemplate.id, id))
    .returning();
  return row as TemplateRow;
}

export async function removeTemplate(tx: Database, id: string): Promise<void> {
  await tx.delete(estimateTemplate).where(eq(estimateTemplate.id, id));
}
