import type { Database } from '@consulting/kernel/postgres';
import { type SQL, sql } from 'drizzle-orm';
import { sameProject } from '../rows/directory';

interface LineCrew extends Record<string, unknown> {
  serviceId: string;
  crewCode: string;
  isMatched: boolean;
  labourRate: string | null;
  equipmentRate: string | null;
  crewSize: string | null;
  isManual: boolean;
}

/** @returns how many of the lines are priced in another currency than that of their project */
export async function followCurrency(
  tx: Database,
  operation: WrittenLines,
  currency: string,
): Promise<number> {
  const rows = await tx.execute<{ isPriced: boolean }>(sql`
    update takeoff_line set currency = ${currency}
    where currency <> ${currency} and ${isOfOperation('takeoff_line', operation)}
    returning total_cost <> 0 as "isPriced"`);
  return rows.filter(({ isPriced }) => isPriced).length;
}

export interface WrittenLines {
  projectId: string;
  operationId: string;
}

/** A list is used because the planner knows nothing yet of changes that this transaction wrote, and would join them one by one. */
const isOfOperation = (line: string, { projectId, operationId }: WrittenLines): SQL => sql`
  ${sql.identifier(line)}.project_id = ${sameProject(projectId)} and ${sql.identifier(line)}.id = any(array(
    select record_id from history_change where project_id = ${projectId} and action in ('c', 'u')
      and operation = (select position from history_operation where id = ${operationId})))`;

const ofOperation = (operation: WrittenLines): SQL =>
  sql`takeoff_line line where ${isOfOperation('line', operation)}`;

export const listCrewsOf = (tx: Database, operation: WrittenLines): Promise<LineCrew[]> =>
  tx.execute<LineCrew>(sql`
    select distinct line.service_id as "serviceId", line.crew_code as "crewCode", line.crew_rate_matched as "isMatched",
      line.labour_rate::text as "labourRate", line.equipment_rate::text as "equipmentRate",
      line.crew_size::text as "crewSize", line.labour_rate_source is not distinct from 'manual' as "isManual"
    from ${ofOperation(operation)} and line.crew_code is not null`);

export const listWbsCodesOf = (tx: Database, operation: WrittenLines) =>
  tx.execute<{ wbsCode: string; isMatched: boolean }>(sql`
    select distinct line.wbs_code as "wbsCode", line.wbs_matched as "isMatched"
    from ${ofOperation(operation)} and line.wbs_code is not null`);

export async function listSubcontractorsOf(tx: Database, operation: WrittenLines): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select distinct line.subcontractor_id as id from ${ofOperation(operation)} and line.subcontractor_id is not null`);
  return rows.map(({ id }) => id);
}

export async function clearSubcontractors(
  tx: Database,
  operation: WrittenLines,
  ids: readonly string[],
): Promise<number> {
  const { count } = (await tx.execute(sql`
    update takeoff_line set subcontractor_id = null
    where subcontractor_id = any(${sql.param(ids)}::uuid[]) and ${isOfOperation('takeoff_line', operation)}`)) as unknown as {
    count: number;
  };
  return count;
}
