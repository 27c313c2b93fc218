import type { Database } from '@consulting/kernel/store/connect';
import { type SQL, sql } from 'drizzle-orm';

interface LineCrew extends Record<string, unknown> {
  serviceId: string;
  crewCode: string;
  isMatched: boolean;
  labourRate: string | null;
  equipmentRate: string | null;
  crewSize: string | null;
  isManual: boolean;
}

/** Gives lines that an operation wrote the currency of their project. @returns how many of them are priced in another one */
export async function followCurrency(tx: Database, operationId: string, currency: string): Promise<number> {
  const rows = await tx.execute<{ isPriced: boolean }>(sql`
    update takeoff_line set currency = ${currency}
    where currency <> ${currency} and id in (select line.id from ${ofOperation(operationId)})
    returning total_cost <> 0 as "isPriced"`);
  return rows.filter(({ isPriced }) => isPriced).length;
}

/** As a list: the planner knows nothing yet of changes that this transaction wrote, and would join them one by one. */
const ofOperation = (operationId: string): SQL => sql`
  takeoff_line line where line.id = any(array(
    select record_id from history_change where action in ('c', 'u')
      and operation = (select position from history_operation where id = ${operationId})))`;

/** The crews of lines that an operation wrote, with the rates that these have. */
export const listCrewsOf = (tx: Database, operationId: string): Promise<LineCrew[]> =>
  tx.execute<LineCrew>(sql`
    select distinct line.service_id as "serviceId", line.crew_code as "crewCode", line.crew_rate_matched as "isMatched",
      line.labour_rate::text as "labourRate", line.equipment_rate::text as "equipmentRate",
      line.crew_size::text as "crewSize", line.labour_rate_source is not distinct from 'manual' as "isManual"
    from ${ofOperation(operationId)} and line.crew_code is not null`);

export const listWbsCodesOf = (tx: Database, operationId: string) =>
  tx.execute<{ wbsCode: string; isMatched: boolean }>(sql`
    select distinct line.wbs_code as "wbsCode", line.wbs_matched as "isMatched"
    from ${ofOperation(operationId)} and line.wbs_code is not null`);

export async function listSubcontractorsOf(tx: Database, operationId: string): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select distinct line.subcontractor_id as id from ${ofOperation(operationId)} and line.subcontractor_id is not null`);
  return rows.map(({ id }) => id);
}

/** Of lines that an operation wrote; a subcontractor that is gone cannot be referred to. @returns how many lines lost theirs */
export async function clearSubcontractors(
  tx: Database,
  operationId: string,
  ids: readonly string[],
): Promise<number> {
  const { count } = (await tx.execute(sql`
    update takeoff_line set subcontractor_id = null
    where subcontractor_id = any(${sql.param(ids)}::uuid[])
      and id in (select line.id from ${ofOperation(operationId)})`)) as unknown as { count: number };
  return count;
}
