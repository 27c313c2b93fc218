import { type Database, inOrder, type ListPage, sortable } from '@consulting/kernel/postgres';
import { and, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import { estimation, indirectCosts, project } from './schema';

export type EstimationValues = Omit<typeof estimation.$inferInsert, 'version'>;
export type EstimationRow = typeof estimation.$inferSelect;
export type EstimationFigures = Pick<EstimationRow, 'frozen' | 'frozenIndirectCosts' | 'frozenCrewRates'>;
export type ListedEstimation = Omit<
  EstimationRow,
  'frozenIndirectCosts' | 'frozenCrewRates' | 'submittedById' | 'basisSections'
>;
export type ExchangeRate = NonNullable<EstimationRow['exchangeRates']>[number];

const {
  frozenIndirectCosts: _costs,
  frozenCrewRates: _rates,
  submittedById: _submitter,
  basisSections: _basis,
  ...listed
} = getTableColumns(estimation);

export const estimationSorting = sortable(listed);

const order = { id: estimation.id, usual: [desc(estimation.versionNumber)] };

export const listEstimations = (
  db: Database,
  serviceId: string,
  sort: ListPage['sort'] = null,
): Promise<ListedEstimation[]> =>
  db
    .select(listed)
    .from(estimation)
    .where(eq(estimation.serviceId, serviceId))
    .orderBy(...inOrder(sort, estimationSorting, order));

export async function findEstimation(
  db: Database,
  serviceId: string,
  id: string,
): Promise<EstimationRow | undefined> {
  const [row] = await db
    .select()
    .from(estimation)
    .where(and(eq(estimation.id, id), eq(estimation.serviceId, serviceId)));
  return row;
}

export async function findEstimationById(db: Database, id: string) {
  const { projectId, serviceId, status } = estimation;
  const [row] = await db
    .select({ estimationId: estimation.id, projectId, serviceId, status })
    .from(estimation)
    .where(eq(estimation.id, id));
  return row;
}

export async function listApproved(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: estimation.id })
    .from(estimation)
    .where(and(inArray(estimation.id, [...ids]), eq(estimation.status, 'approved')));
  return rows.map(({ id }) => id);
}

export async function nextVersionNumber(tx: Database, serviceId: string): Promise<number> {
  const [row] = await tx
    .select({ next: sql<number>`coalesce(max(${estimation.versionNumber}), 0) + 1` })
    .from(estimation)
    .where(eq(estimation.serviceId, serviceId));
  return row?.next ?? 1;
}

export async function findCurrencyAndRates(
  db: Database,
  projectId: string,
): Promise<{ currency: string; exchangeRates: ExchangeRate[] | null } | undefined> {
  const [row] = await db
    .select({ currency: project.currency, exchangeRates: indirectCosts.exchangeRates })
    .from(project)
    .leftJoin(indirectCosts, eq(indirectCosts.projectId, project.id))
    .where(eq(project.id, projectId));
  return row && { ...row, exchangeRates: row.exchangeRates as ExchangeRate[] | null };
}

export async function insertEstimation(tx: Database, values: EstimationValues): Promise<EstimationRow> {
  const [row] = await tx.insert(estimation).values(values).returning();
  return row as EstimationRow;
}

export async function updateEstimation(
  tx: Database,
  id: string,
  changes: Partial<EstimationValues>,
): Promise<EstimationRow> {
  const [row] = await tx
    .update(estimation)
    .set({ ...changes, version: sql`${estimation.version} + 1`, updatedAt: new Date() })
    .where(eq(estimation.id, id))
    .returning();
  return row as EstimationRow;
}

export async function supersedeOthers(
  tx: Database,
  { serviceId, id }: EstimationRow,
  by: string,
): Promise<string | null> {
  const [superseded] = await tx
    .update(estimation)
    .set({
      status: 'superseded',
      version: sql`${estimation.version} + 1`,
      updatedAt: new Date(),
      updatedBy: by,
    })
    .where(and(eq(estimation.serviceId, serviceId), eq(estimation.status, 'approved'), ne(estimation.id, id)))
    .returning({ id: estimation.id });
  return superseded?.id ?? null;
}
