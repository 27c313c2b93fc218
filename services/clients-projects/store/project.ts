import {
  type Database,
  equalsIgnoringCase,
  inOrder,
  type ListPage,
  matchesText,
  sortable,
  whenGiven,
} from '@consulting/kernel/postgres';
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { client, indirectCosts, project, projectService } from './schema';

export interface ProjectFilter {
  clientId: string | null;
  status: string | null;
  projectType: string | null;
  search: string | null;
  country?: string | null;
  year?: number | null;
}

export type ProjectValues = Omit<typeof project.$inferInsert, 'id' | 'version'>;

export type ProjectRow = Awaited<ReturnType<typeof findProject>> & {};

const columns = {
  ...getTableColumns(project),
  serviceCount: sql<number>`(select count(*)::int from project_service where project_service.project_id = project.id)`,
};

const matching = (filter: ProjectFilter) =>
  and(
    whenGiven(filter.clientId, (clientId) => eq(project.clientId, clientId)),
    whenGiven(filter.status, (status) => eq(project.status, status)),
    whenGiven(filter.projectType, (type) => equalsIgnoringCase(project.projectType, type)),
    whenGiven(filter.country ?? null, (country) => equalsIgnoringCase(project.country, country)),
    whenGiven(filter.year ?? null, (year) => eq(project.year, year)),
    whenGiven(filter.search, (search) => matchesText([project.name, project.description], search)),
  );

export const projectSorting = {
  ...sortable(getTableColumns(project)),
  projectCode: project.code,
  projectName: project.name,
};

const newestFirst = [desc(project.createdAt), asc(project.id)];

export const listProjects = (db: Database, filter: ProjectFilter, { sort, skip, limit }: ListPage) =>
  db
    .select(columns)
    .from(project)
    .where(matching(filter))
    .orderBy(...inOrder(sort, projectSorting, { id: project.id, usual: newestFirst }))
    .offset(skip)
    .limit(limit);

export const countProjects = (db: Database, filter: ProjectFilter) => db.$count(project, matching(filter));

export const listProjectsOfClient = (db: Database, clientId: string) =>
  db
    .select(columns)
    .from(project)
    .where(eq(project.clientId, clientId))
    .orderBy(...newestFirst);

export async function findProject(db: Database, id: string) {
  const [row] = await db.select(columns).from(project).where(eq(project.id, id));
  return row;
}

export async function lockProject(tx: Database, id: string) {
  const [row] = await tx.select(columns).from(project).where(eq(project.id, id)).for('update');
  return row;
}

export async function listProjectCodes(db: Database, clientId: string): Promise<string[]> {
  const rows = await db.select({ code: project.code }).from(project).where(eq(project.clientId, clientId));
  return rows.map(({ code }) => code);
}

export async function lockProjectForChildren(tx: Database, id: string) {
  const [row] = await tx.select(columns).from(project).where(eq(project.id, id)).for('no key update');
  return row;
}

export async function lockClientForProject(tx: Database, id: string) {
  const [row] = await tx
    .select({ id: client.id, code: client.code, name: client.name, defaultCurrency: client.defaultCurrency })
    .from(client)
    .where(eq(client.id, id))
    .for('no key update');
  return row;
}

export async function findClientOfProject(db: Database, id: string) {
  const [row] = await db
    .select({ id: client.id, code: client.code, name: client.name })
    .from(client)
    .where(eq(client.id, id));
  return row;
}

export const lockServicesOfProjects = (tx: Database, projectIds: readonly string[]) =>
  tx
    .select({
      id: projectService.id,
      code: projectService.code,
      name: projectService.name,
      status: projectService.status,
    })
    .from(projectService)
    .where(inArray(projectService.projectId, [...projectIds]))
    .orderBy(asc(projectService.code), asc(projectService.id))
    .for('update');

export async function insertProject(db: Database, values: ProjectValues): Promise<string> {
  const [row] = await db.insert(project).values(values).returning({ id: project.id });
  return (row as { id: string }).id;
}

export async function updateProject(
  tx: Database,
  id: string,
  changes: Partial<ProjectValues>,
): Promise<void> {
  await tx
    .update(project)
    .set({ ...changes, version: sql`${project.version} + 1`, updatedAt: new Date() })
    .where(eq(project.id, id));
}

export async function removeProjects(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.delete(project).where(inArray(project.id, [...ids]));
}

export const factColumns = {
  id: project.id,
  clientId: project.clientId,
  code: project.code,
  name: project.name,
  status: project.status,
  currency: project.currency,
  unitSystem: project.unitSystem,
  country: project.country,
  region: project.region,
  province: project.province,
  year: project.year,
  quarter: project.quarter,
  projectType: project.projectType,
};

const services = sql<{ serviceId: string; status: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('serviceId', service.id, 'status', service.status)), '[]')
  from project_service as service where service.project_id = ${project.id})`;

const pricing = {
  project: factColumns,
  services,
  workWeek: indirectCosts.workWeek,
  labour: indirectCosts.labour,
  equipment: indirectCosts.equipment,
  fuelPrices: indirectCosts.fuelPrices,
  exchangeRates: indirectCosts.exchangeRates,
};

export async function findProjectPricing(db: Database, projectId: string) {
  const [row] = await db
    .select(pricing)
    .from(project)
    .leftJoin(indirectCosts, eq(indirectCosts.projectId, project.id))
    .where(eq(project.id, projectId))
    .prepare('project_pricing')
    .execute();
  return row;
}

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

export async function findVisible(
  db: Database,
  clientIds: readonly string[],
  ofClients: readonly string[],
  projectIds: readonly string[],
  limit: number,
): Promise<{ clientIds: string[]; projectIds: string[] }> {
  const rows = await db.execute<{ isClient: boolean; id: string }>(sql`
    select true as "isClient", id from client where id = any(${uuids(clientIds)})
    union all (select false, id from project
      where client_id = any(${uuids(ofClients)}) or id = any(${uuids(projectIds)}) limit ${limit})`);
  const idsOf = (isClient: boolean) => rows.flatMap((row) => (row.isClient === isClient ? [row.id] : []));
  return { clientIds: idsOf(true), projectIds: idsOf(false) };
}
