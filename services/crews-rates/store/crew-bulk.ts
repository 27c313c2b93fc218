import { insertRecords, updateRecords } from '@consulting/imports/store/bulk-records';
import { type Database, lowered, type Snapshot } from '@consulting/kernel/postgres';
import { loweredText } from '@consulting/kernel/schema';
import { asc, desc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type CrewFilter, matchingCrews } from './crew';
import {
  type EquipmentMemberValues,
  equipmentColumns,
  type LabourMemberValues,
  labourColumns,
} from './crew-members';
import { crew, crewEquipmentMember, crewLabourMember } from './schema';

type Values = Omit<typeof crew.$inferSelect, 'version' | 'createdAt' | 'updatedAt'>;

export interface WholeCrew {
  crew: Values;
  labourMembers: LabourMemberValues[];
  equipmentMembers: EquipmentMemberValues[];
}

const { version, createdAt, updatedAt, ...columns } = getTableColumns(crew);

const among = (column: SQL, ids: readonly string[]) => sql`${column} = any(${`{${ids.join()}}`}::uuid[])`;

export async function lockWholeCrews(
  tx: Database,
  codes: readonly string[],
): Promise<Map<string, WholeCrew>> {
  const rows = await tx
    .select(columns)
    .from(crew)
    .where(
      sql`${lowered(crew.code)} in (
        select lower(wanted.code collate pg_c_utf8) from jsonb_array_elements_text(${JSON.stringify(codes)}::text::jsonb) as wanted(code))`,
    )
    .orderBy(asc(crew.id))
    .for('no key update');
  const ids = rows.map(({ id }) => id);
  const labour = Map.groupBy(await labourOf(tx, ids), ({ crewId }) => crewId);
  const equipment = Map.groupBy(await equipmentOf(tx, ids), ({ crewId }) => crewId);
  return new Map(
    rows.map((row) => [
      loweredText(row.code),
      {
        crew: row,
        labourMembers: (labour.get(row.id) ?? []).map(({ crewId, ...member }) => member),
        equipmentMembers: (equipment.get(row.id) ?? []).map(({ crewId, ...member }) => member),
      },
    ]),
  );
}

const labourOf = (tx: Database, ids: readonly string[]) =>
  tx
    .select({ crewId: crewLabourMember.crewId, ...labourColumns })
    .from(crewLabourMember)
    .where(among(sql`${crewLabourMember.crewId}`, ids))
    .orderBy(asc(crewLabourMember.sequence), asc(crewLabourMember.position));

const equipmentOf = (tx: Database, ids: readonly string[]) =>
  tx
    .select({ crewId: crewEquipmentMember.crewId, ...equipmentColumns })
    .from(crewEquipmentMember)
    .where(among(sql`${crewEquipmentMember.crewId}`, ids))
    .orderBy(asc(crewEquipmentMember.sequence), asc(crewEquipmentMember.position));

export async function insertWholeCrews(tx: Database, crews: readonly WholeCrew[]): Promise<void> {
  await insertRecords(
    tx,
    crew,
    crews.map((one) => one.crew),
  );
  await insertMembers(tx, crews);
}

export async function updateWholeCrews(tx: Database, crews: readonly WholeCrew[]): Promise<void> {
  if (crews.length === 0) return;
  const ids = crews.map((one) => one.crew.id);
  await updateRecords(
    tx,
    crew,
    crews.map((one) => one.crew),
  );
  await tx.delete(crewLabourMember).where(among(sql`${crewLabourMember.crewId}`, ids));
  await tx.delete(crewEquipmentMember).where(among(sql`${crewEquipmentMember.crewId}`, ids));
  await insertMembers(tx, crews);
}

async function insertMembers(tx: Database, crews: readonly WholeCrew[]): Promise<void> {
  const placed = <M extends object>(members: (one: WholeCrew) => readonly M[]) =>
    crews.flatMap((one) =>
      members(one).map((member, position) => ({
        ...member,
        id: crypto.randomUUID(),
        crewId: one.crew.id,
        position,
      })),
    );
  await insertRecords(
    tx,
    crewLabourMember,
    placed((one) => one.labourMembers),
  );
  await insertRecords(
    tx,
    crewEquipmentMember,
    placed((one) => one.equipmentMembers),
  );
}

export const readCrews = (filter: CrewFilter) => (snapshot: Snapshot) =>
  snapshot.read<Record<string, unknown>>(sql`
    select crew.code as "crewCode", crew.name as "crewName", crew.description, crew.discipline,
      crew.work_type as "workType", crew.output_unit as "outputUnit",
      trim_scale(crew.output_per_day)::text as "outputPerDay", crew.is_active as "isActive", member.*
    from ${crew} left join (${membersOfFiles}) as member on member.crew_id = crew.id
    where ${matchingCrews(filter) ?? sql`true`}
    order by ${desc(crew.createdAt)}, ${asc(crew.id)}, "memberType" desc, sequence, position`);

const membersOfFiles = sql`
  select crew_id, position, 'labour' as "memberType", sequence, remarks, trim_scale(quantity)::text as quantity,
    trade.trade_code as "tradeCode", trade.labor_designation as "laborDesignation",
    trim_scale(straight_time_hours)::text as "straightTimeHours",
    trim_scale(overtime_hours)::text as "overtimeHours", trim_scale(double_time_hours)::text as "doubleTimeHours",
    rate_override ->> 'straightTime' as "straightTimeRateOverride",
    rate_override ->> 'overtime' as "overtimeRateOverride",
    rate_override ->> 'doubleTime' as "doubleTimeRateOverride",
    null as "equipmentCode", null as "rentalBasis", null as "operatingShare", null as "standbyShare",
    null as "operatingHours", null as "standbyHours"
  from crew_labour_member join trade on trade.id = trade_id
  union all
  select crew_id, position, 'equipment', sequence, remarks, trim_scale(quantity)::text,
    null, null, null, null, null, null, null, null, equipment_code, rental_basis,
    trim_scale(operating_share)::text, trim_scale(standby_share)::text,
    trim_scale(operating_hours)::text, trim_scale(standby_hours)::text
  from crew_equipment_member`;
