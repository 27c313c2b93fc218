import { type Database, inOrder, type ListPage, sortable, whenGiven } from '@consulting/kernel/postgres';
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { projectService } from './schema';

export interface ServiceFilter {
  serviceType: string | null;
  status: string | null;
}

export type ServiceValues = Omit<typeof projectService.$inferInsert, 'id' | 'version'>;
export type ServiceRow = typeof projectService.$inferSelect;
export type ServiceListRow = Omit<ServiceRow, 'details' | 'deliverables'>;

const { details: _, deliverables: _deliverables, ...listColumns } = getTableColumns(projectService);

const matching = (projectId: string, { serviceType, status }: ServiceFilter) =>
  and(
    eq(projectService.projectId, projectId),
    whenGiven(serviceType, (value) => eq(projectService.serviceType, value)),
    whenGiven(status, (value) => eq(projectService.status, value)),
  );

export const serviceSorting = {
  ...sortable(listColumns),
  serviceName: projectService.name,
  serviceCode: projectService.code,
};

const order = { id: projectService.id, usual: [desc(projectService.createdAt), asc(projectService.id)] };

export async function listServices(
  db: Database,
  projectId: string,
  filter: ServiceFilter,
  sort: ListPage['sort'] = null,
  page?: Pick<ListPage, 'skip' | 'limit'>,
): Promise<ServiceListRow[]> {
  const query = db
    .select(listColumns)
    .from(projectService)
    .where(matching(projectId, filter))
    .orderBy(...inOrder(sort, serviceSorting, order))
    .$dynamic();
  return page ? query.offset(page.skip).limit(page.limit) : query;
}

export const countServicesByType = (db: Database, projectId: string, status: string | null) =>
  db
    .select({ serviceType: projectService.serviceType, count: sql<number>`count(*)::int` })
    .from(projectService)
    .where(matching(projectId, { status, serviceType: null }))
    .groupBy(projectService.serviceType);

export async function findService(db: Database, id: string): Promise<ServiceRow | undefined> {
  const [row] = await db.select().from(projectService).where(eq(projectService.id, id));
  return row;
}

/** The project is locked first, in the order of a delete of the project, so that neither waits for the other. */
export async function lockService(tx: Database, id: string): Promise<ServiceRow | undefined> {
  await tx.execute(sql`
    select from project where id = (select project_id from project_service where id = ${id}) for key share`);
  const [row] = await tx.select().from(projectService).where(eq(projectService.id, id)).for('update');
  return row;
}

export const listServiceCodes = (db: Database, projectId: string) =>
  db
    .select({ serviceType: projectService.serviceType, code: projectService.code })
    .from(projectService)
    .where(eq(projectService.projectId, projectId));

export async function insertService(db: Database, values: ServiceValues): Promise<ServiceRow> {
  const [row] = await db.insert(projectService).values(values).returning();
  return row as ServiceRow;
}

export async function updateService(
  tx: Database,
  id: string,
  changes: Partial<ServiceValues>,
): Promise<ServiceRow> {
  const [row] = await tx
    .update(projectService)
    .set({ ...changes, version: sql`${projectService.version} + 1`, updatedAt: new Date() })
    .where(eq(projectService.id, id))
    .returning();
  return row as ServiceRow;
}

export async function removeService(tx: Database, id: string): Promise<void> {
  await tx.delete(projectService).where(eq(projectService.id, id));
}
