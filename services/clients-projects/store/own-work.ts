import type { Database } from '@consulting/kernel/postgres';
import { type SQL, sql } from 'drizzle-orm';

export interface OwnWorkFilter {
  projectIds: readonly string[] | null;
  clientId: string | null;
  approvedOnly: boolean;
  currency: string | null;
}

export interface OwnWorkRow {
  projectId: string;
  projectCode: string;
  currency: string;
  estimationId: string | null;
  rate: string | null;
}

const ofProjects = ({ projectIds, clientId }: OwnWorkFilter): SQL =>
  projectIds === null
    ? sql`project.client_id = ${clientId}::uuid`
    : sql`project.id = any(${`{${projectIds.join(',')}}`}::uuid[])`;

const rateIn = (rates: SQL, currency: string | null): SQL => sql`(
  select (one ->> 'rate')::numeric from jsonb_array_elements(${rates}) as one
  where upper(one ->> 'currency') = ${currency} limit 1)`;

export async function listOwnWork(
  db: Database,
  filter: OwnWorkFilter,
  limit: number,
): Promise<{ total: number; work: OwnWorkRow[] }> {
  const { approvedOnly, currency } = filter;
  const from = approvedOnly
    ? sql`project join estimation on estimation.project_id = project.id and estimation.status = 'approved'`
    : sql`project`;
  const ofVersion = sql`case when estimation.currency = project.currency then ${rateIn(sql`estimation.exchange_rates`, currency)} end`;
  const ofProject = rateIn(sql`indirect_costs.exchange_rates`, currency);
  const rate = approvedOnly ? sql`coalesce(${ofVersion}, ${ofProject})` : ofProject;
  const rows = await db.execute<OwnWorkRow & { total: number }>(sql`
    select count(*) over ()::int as total, project.id as "projectId", project.code as "projectCode", project.currency,
      ${approvedOnly ? sql`estimation.id` : sql`null::uuid`} as "estimationId",
      case when project.currency = ${currency} then '1' else trim_scale(${rate})::text end as rate
    from ${from} left join indirect_costs on indirect_costs.project_id = project.id
    where ${ofProjects(filter)} order by project.id ${approvedOnly ? sql`, estimation.id` : sql``} limit ${limit}::int`);
  return { total: rows[0]?.total ?? 0, work: rows.map(({ total: _, ...row }) => row) };
}

export async function findProjectIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.execute<{ id: string }>(
    sql`select id from project where id = any(${`{${ids.join(',')}}`}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
