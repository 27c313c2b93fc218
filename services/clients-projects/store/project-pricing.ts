import type { Database } from '@consulting/kernel/store/connect';
import { eq, sql } from 'drizzle-orm';
import { indirectCosts, project } from './schema';

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
