import type { Database } from '@consulting/kernel/postgres';
import { asc, eq, sql } from 'drizzle-orm';
import { crewEquipmentMember, crewLabourMember, trade } from './schema';

export type LabourMemberValues = Omit<typeof crewLabourMember.$inferInsert, 'id' | 'crewId' | 'position'>;
export type EquipmentMemberValues = Omit<
  typeof crewEquipmentMember.$inferInsert,
  'id' | 'crewId' | 'position'
>;
export type LabourMemberRow = Awaited<ReturnType<typeof listLabourMembers>>[number];
export type EquipmentMemberRow = Awaited<ReturnType<typeof listEquipmentMembers>>[number];

export const labourColumns = {
  tradeId: crewLabourMember.tradeId,
  quantity: crewLabourMember.quantity,
  straightTimeHours: crewLabourMember.straightTimeHours,
  overtimeHours: crewLabourMember.overtimeHours,
  doubleTimeHours: crewLabourMember.doubleTimeHours,
  rateOverride: crewLabourMember.rateOverride,
  sequence: crewLabourMember.sequence,
  remarks: crewLabourMember.remarks,
};

export const equipmentColumns = {
  equipmentCode: crewEquipmentMember.equipmentCode,
  quantity: crewEquipmentMember.quantity,
  rentalBasis: crewEquipmentMember.rentalBasis,
  operatingShare: crewEquipmentMember.operatingShare,
  standbyShare: crewEquipmentMember.standbyShare,
  operatingHours: crewEquipmentMember.operatingHours,
  standbyHours: crewEquipmentMember.standbyHours,
  sequence: crewEquipmentMember.sequence,
  remarks: crewEquipmentMember.remarks,
};

export const listLabourMembers = (db: Database, crewId: string) =>
  db
    .select({
      ...labourColumns,
      tradeCode: trade.tradeCode,
      laborDesignation: trade.laborDesignation,
      tradeName: sql<string>`coalesce(${trade.tradeName}, ${trade.tradeCode})`,
      isActive: trade.isActive,
      isSupervisory: trade.isSupervisory,
    })
    .from(crewLabourMember)
    .innerJoin(trade, eq(trade.id, crewLabourMember.tradeId))
    .where(eq(crewLabourMember.crewId, crewId))
    .orderBy(asc(crewLabourMember.sequence), asc(crewLabourMember.position))
    .prepare('crew_labour_members')
    .execute();

export const listEquipmentMembers = (db: Database, crewId: string) =>
  db
    .select(equipmentColumns)
    .from(crewEquipmentMember)
    .where(eq(crewEquipmentMember.crewId, crewId))
    .orderBy(asc(crewEquipmentMember.sequence), asc(crewEquipmentMember.position))
    .prepare('crew_equipment_members')
    .execute();

export async function replaceLabourMembers(
  tx: Database,
  crewId: string,
  members: readonly LabourMemberValues[],
): Promise<void> {
  await tx.delete(crewLabourMember).where(eq(crewLabourMember.crewId, crewId));
  const rows = members.map((member, position) => ({ ...member, crewId, position }));
  if (rows.length > 0) await tx.insert(crewLabourMember).values(rows);
}

export async function replaceEquipmentMembers(
  tx: Database,
  crewId: string,
  members: readonly EquipmentMemberValues[],
): Promise<void> {
  await tx.delete(crewEquipmentMember).where(eq(crewEquipmentMember.crewId, crewId));
  const rows = members.map((member, position) => ({ ...member, crewId, position }));
  if (rows.length > 0) await tx.insert(crewEquipmentMember).values(rows);
}

export async function copyMembers(tx: Database, fromId: string, toId: string): Promise<void> {
  await tx.execute(sql`
    insert into crew_labour_member (crew_id, position, quantity, sequence, remarks, trade_id,
      straight_time_hours, overtime_hours, double_time_hours, rate_override)
    select ${toId}, position, quantity, sequence, remarks, trade_id,
      straight_time_hours, overtime_hours, double_time_hours, rate_override
    from crew_labour_member where crew_id = ${fromId}`);
  await tx.execute(sql`
    insert into crew_equipment_member (crew_id, position, quantity, sequence, remarks, equipment_code,
      rental_basis, operating_share, standby_share, operating_hours, standby_hours)
    select ${toId}, position, quantity, sequence, remarks, equipment_code,
      rental_basis, operating_share, standby_share, operating_hours, standby_hours
    from crew_equipment_member where crew_id = ${fromId}`);
}
