import { type Database, lowered } from '@consulting/kernel/postgres';
import { and, asc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { crew, crewLabourMember, rateCard, rateCardCount, serviceCrew, trade } from './schema';

export const listCrewUsage = (db: Database, tradeIds: readonly string[], limit: number) =>
  db
    .select({
      crewId: crew.id,
      code: crew.code,
      name: crew.name,
      laborDesignation: trade.laborDesignation,
      quantity: crewLabourMember.quantity,
    })
    .from(crewLabourMember)
    .innerJoin(crew, eq(crew.id, crewLabourMember.crewId))
    .innerJoin(trade, eq(trade.id, crewLabourMember.tradeId))
    .where(inArray(crewLabourMember.tradeId, [...tradeIds]))
    .orderBy(asc(crew.code), asc(trade.laborDesignation), asc(crew.id))
    .limit(limit);

export const countCrewUsage = (db: Database, tradeIds: readonly string[]) =>
  db.$count(crewLabourMember, inArray(crewLabourMember.tradeId, [...tradeIds]));

export const listRateCardUsage = (db: Database, tradeIds: readonly string[], limit: number) =>
  db
    .select({
      memberId: rateCard.id,
      laborDesignation: trade.laborDesignation,
      country: rateCard.country,
      region: rateCard.region,
      province: rateCard.province,
      year: rateCard.year,
      quarter: rateCard.quarter,
      projectType: rateCard.projectType,
    })
    .from(rateCard)
    .innerJoin(trade, eq(trade.id, rateCard.tradeId))
    .where(inArray(rateCard.tradeId, [...tradeIds]))
    .orderBy(
      asc(trade.laborDesignation),
      asc(rateCard.country),
      asc(rateCard.province),
      asc(rateCard.year),
      asc(rateCard.quarter),
      asc(rateCard.id),
    )
    .limit(limit);

export const countRateCardUsage = (db: Database, tradeIds: readonly string[]) =>
  db.$count(rateCard, inArray(rateCard.tradeId, [...tradeIds]));

const snapshotMembers = (tradeCode: string, designations: readonly string[] | null): SQL => sql`
  from ${serviceCrew}, jsonb_to_recordset(${sql.raw('service_crew.labour_members')})
    as member("tradeCode" text, "laborDesignation" text, quantity numeric)
  where ${lowered(sql`member."tradeCode"`)} = ${lowered(tradeCode)}
    and ${
      designations === null
        ? sql`true`
        : sql`${lowered(sql`member."laborDesignation"`)} in (${sql.join(designations.map(lowered), sql`, `)})`
    }`;

export interface ServiceCrewUsage {
  serviceCrewId: string;
  projectId: string;
  serviceId: string;
  code: string;
  name: string | null;
  laborDesignation: string;
  quantity: number;
}

export async function listServiceCrewUsage(
  db: Database,
  tradeCode: string,
  designations: readonly string[] | null,
  limit: number,
): Promise<ServiceCrewUsage[]> {
  const rows = await db.execute<ServiceCrewUsage & Record<string, unknown>>(sql`
    select service_crew.id as "serviceCrewId", service_crew.project_id as "projectId",
      service_crew.service_id as "serviceId", service_crew.crew_code as code, service_crew.name,
      member."laborDesignation", member.quantity::float8 as quantity
    ${snapshotMembers(tradeCode, designations)}
    order by service_crew.crew_code, member."laborDesignation", service_crew.id limit ${limit}`);
  return [...rows];
}

export async function countServiceCrewUsage(
  db: Database,
  tradeCode: string,
  designations: readonly string[] | null,
): Promise<number> {
  const rows = await db.execute<{ count: number }>(
    sql`select count(*)::int as count ${snapshotMembers(tradeCode, designations)}`,
  );
  return rows[0]?.count ?? 0;
}

export async function listRateCardCountries(db: Database, tradeId: string): Promise<string[]> {
  const rows = await db
    .select({ country: rateCard.country })
    .from(rateCard)
    .where(eq(rateCard.tradeId, tradeId))
    .groupBy(rateCard.country);
  return rows.map(({ country }) => country);
}

export const listRateCardCountriesOf = (
  db: Database,
  tradeIds: readonly string[],
): Promise<{ tradeId: string; country: string }[]> =>
  db
    .select({ tradeId: rateCard.tradeId, country: rateCard.country })
    .from(rateCard)
    .where(sql`${rateCard.tradeId} = any(${`{${tradeIds.join()}}`}::uuid[])`)
    .groupBy(rateCard.tradeId, rateCard.country);

const lockRateCardsOf = (tx: Database, tradeIds: readonly string[]) =>
  tx
    .select({ id: rateCard.id })
    .from(rateCard)
    .where(inArray(rateCard.tradeId, [...tradeIds]))
    .orderBy(asc(rateCard.id))
    .for('update');

async function lockCrewsOf(tx: Database, tradeIds: readonly string[]): Promise<string[]> {
  const members = tx
    .select({ crewId: crewLabourMember.crewId })
    .from(crewLabourMember)
    .where(inArray(crewLabourMember.tradeId, [...tradeIds]));
  const rows = await tx
    .select({ id: crew.id })
    .from(crew)
    .where(inArray(crew.id, members))
    .orderBy(asc(crew.id))
    .for('no key update');
  return rows.map(({ id }) => id);
}

export async function touchReferences(tx: Database, tradeId: string, updatedBy: string): Promise<void> {
  const touched = { updatedBy, updatedAt: new Date() };
  await lockRateCardsOf(tx, [tradeId]);
  await tx
    .update(rateCard)
    .set({ ...touched, version: sql`${rateCard.version} + 1` })
    .where(eq(rateCard.tradeId, tradeId));
  const crewIds = await lockCrewsOf(tx, [tradeId]);
  await tx
    .update(crew)
    .set({ ...touched, version: sql`${crew.version} + 1` })
    .where(inArray(crew.id, crewIds));
}

export async function removeRateCardsOf(tx: Database, tradeIds: readonly string[]) {
  await lockRateCardsOf(tx, tradeIds);
  const removed = await tx
    .delete(rateCard)
    .where(inArray(rateCard.tradeId, [...tradeIds]))
    .returning({ tradeId: rateCard.tradeId, country: rateCard.country });
  await tx.delete(rateCardCount).where(inArray(rateCardCount.tradeId, [...tradeIds]));
  return removed;
}

export async function removeFromCrews(
  tx: Database,
  tradeIds: readonly string[],
  updatedBy: string,
): Promise<void> {
  await lockCrewsOf(tx, tradeIds);
  const removed = await tx
    .delete(crewLabourMember)
    .where(inArray(crewLabourMember.tradeId, [...tradeIds]))
    .returning({ crewId: crewLabourMember.crewId });
  const crewIds = [...new Set(removed.map(({ crewId }) => crewId))];
  if (crewIds.length === 0) return;
  await tx
    .update(crew)
    .set({ updatedBy, updatedAt: new Date(), version: sql`${crew.version} + 1` })
    .where(inArray(crew.id, crewIds));
  const staffed = tx
    .select({ crewId: crewLabourMember.crewId })
    .from(crewLabourMember)
    .where(inArray(crewLabourMember.crewId, crewIds));
  await tx
    .update(crew)
    .set({ isActive: false })
    .where(and(inArray(crew.id, crewIds), notInArray(crew.id, staffed)));
}
