import { type Database, lowered, type PartitionedTable } from '@consulting/kernel/postgres';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { serviceCrew } from './schema';
import type { ServiceCrewRow } from './service-crew';

export const repricedCrews: PartitionedTable = { table: 'history_repriced_crew', at: 'kept_at' };

const stateKeys = [
  'labourMembers',
  'equipmentMembers',
  'indirectCosts',
  'workWeek',
  'matching',
  'repricing',
  'snapshot',
  'rates',
  'warnings',
  'equipmentKeys',
  'status',
  'ratesCalculatedAt',
  'crewSize',
  'labourRatePerManHour',
  'equipmentRatePerManHour',
  'country',
  'tradeKeys',
] as const;

export type PricedState = Pick<ServiceCrewRow, (typeof stateKeys)[number]>;

export interface RepricedState {
  serviceCrewId: string;
  before: PricedState;
  after: PricedState;
}

export const stateOf = (row: PricedState): PricedState =>
  Object.fromEntries(stateKeys.map((key) => [key, row[key]])) as unknown as PricedState;

export const listCrewsOfService = (
  db: Database,
  serviceId: string,
  crewCodes: readonly string[] | null,
  max: number,
): Promise<ServiceCrewRow[]> =>
  db
    .select()
    .from(serviceCrew)
    .where(
      and(
        eq(serviceCrew.serviceId, serviceId),
        crewCodes === null ? undefined : inArray(lowered(serviceCrew.crewCode), crewCodes.map(lowered)),
      ),
    )
    .orderBy(asc(serviceCrew.crewCode), asc(serviceCrew.id))
    .limit(max + 1);

/** Every writer of several crews locks them in the order of their identifiers. */
export const lockCrews = (tx: Database, ids: readonly string[]): Promise<ServiceCrewRow[]> =>
  tx
    .select()
    .from(serviceCrew)
    .where(inArray(serviceCrew.id, [...ids]))
    .orderBy(asc(serviceCrew.id))
    .for('update');

export async function keepStates(
  tx: Database,
  operationId: string,
  states: readonly RepricedState[],
): Promise<void> {
  if (states.length === 0) return;
  await tx.execute(sql`
    insert into history_repriced_crew (operation_id, service_crew_id, before, after)
    select ${operationId}::uuid, (state ->> 'serviceCrewId')::uuid, state -> 'before', state -> 'after'
    from jsonb_array_elements(${JSON.stringify(states)}::text::jsonb) as state`);
}

export async function listStates(db: Database, operationId: string): Promise<RepricedState[]> {
  const rows = await db.execute<RepricedState & Record<string, unknown>>(sql`
    select service_crew_id as "serviceCrewId", before, after from history_repriced_crew
    where operation_id = ${operationId}::uuid order by service_crew_id`);
  return rows.map(({ serviceCrewId, before, after }) => ({
    serviceCrewId,
    before: withTime(before),
    after: withTime(after),
  }));
}

const withTime = (state: PricedState): PricedState => ({
  ...state,
  ratesCalculatedAt: state.ratesCalculatedAt && new Date(state.ratesCalculatedAt),
});

export async function allowWaiting(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
}
