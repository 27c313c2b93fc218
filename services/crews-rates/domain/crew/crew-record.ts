import { awaitWriters, type Database } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import {
  type Blocking,
  type Decimal,
  DomainError,
  decimal,
  isUuid,
  loweredText,
  notFound,
  round,
  sum,
  toNumber,
} from '@consulting/kernel/schema';
import { type EquipmentFacts, findEquipment } from '../../neighbours/equipment-wbs';
import { findLineCounts } from '../../neighbours/mto';
import * as store from '../../store/crew';
import type { LabourMemberRow } from '../../store/crew-members';
import type { Ctx } from '../context';
import { findMembers } from './crew-members';

export type CrewRow = store.CrewRow;

export const serialiseCrew = (row: CrewRow) => ({
  crewId: row.id,
  crewCode: row.code,
  crewName: row.name,
  ...row,
});

export async function requireCrew(ctx: Ctx, crewId: string): Promise<CrewRow> {
  const row = isUuid(crewId) ? await store.findCrew(ctx.db, crewId) : undefined;
  if (!row) throw notFound('crew', crewId);
  return row;
}

export async function keepCrew(ctx: Ctx, crewId: string): Promise<CrewRow> {
  const row = isUuid(crewId) ? await store.keepCrew(ctx.db, crewId) : undefined;
  if (!row) throw notFound('crew', crewId);
  return row;
}

export const keepCrews = ({ db }: Ctx, crewIds: readonly string[]): Promise<CrewRow[]> =>
  store.keepCrews(db, crewIds);

export async function lockCrew(ctx: Ctx, crewId: string, lock: typeof store.lockCrew): Promise<CrewRow> {
  const row = isUuid(crewId) ? await lock(ctx.db, crewId) : undefined;
  if (!row) throw notFound('crew', crewId);
  requireVersion(ctx, row);
  return row;
}

export const crewInUse = (why: string, blocking: Blocking) =>
  new DomainError('CREW_IN_USE', `The crew is in use: ${why}`, { blocking });

export function equipmentUsage(db: Database, equipmentCode: string): Promise<Blocking> {
  return db.transaction(async (tx) => {
    await awaitWriters(tx, 'equipment', equipmentCode);
    return store.findEquipmentUsage(tx, equipmentCode);
  });
}

export async function getCrew(ctx: Ctx, crewId: string) {
  const row = await requireCrew(ctx, crewId);
  const [record, counts, lineCounts] = await Promise.all([
    serialiseCrewRecord(ctx, row),
    store.countCrewUsage(ctx.db, row.id),
    findLineCounts(ctx.bus, [{ serviceId: null, crewCode: row.code }]),
  ]);
  const unavailable = [
    ...(record.unavailable ?? []),
    ...(lineCounts === undefined ? ['usage.takeoffLineCount'] : []),
  ];
  return {
    ...record,
    usage: { ...counts, takeoffLineCount: lineCounts?.[0] ?? null },
    ...(unavailable.length > 0 ? { unavailable } : {}),
  };
}

export async function serialiseCrewRecord(
  ctx: Ctx,
  row: CrewRow,
  known?: ReadonlyMap<string, EquipmentFacts>,
) {
  const { labourMembers, equipmentMembers } = await findMembers(ctx.db, row.id);
  const codes = equipmentMembers.map(({ equipmentCode }) => equipmentCode);
  const machines = known ?? (codes.length === 0 ? new Map() : await findEquipment(ctx.bus, codes, null));
  return {
    ...serialiseCrew(row),
    labourMembers,
    equipmentMembers: equipmentMembers.map((member) => {
      const machine = machines?.get(loweredText(member.equipmentCode));
      return { ...member, name: machine?.name ?? null, category: machine?.category ?? null };
    }),
    supervisionRatio: toNumber(supervisionRatio(labourMembers)),
    ...(machines ? {} : { unavailable: ['equipmentMembers.name', 'equipmentMembers.category'] }),
  };
}

function supervisionRatio(members: readonly LabourMemberRow[]): Decimal | null {
  const persons = (isSupervisory: boolean) =>
    sum(members.filter((one) => one.isSupervisory === isSupervisory).map(({ quantity }) => quantity));
  const others = persons(false);
  return others.eq(decimal(0)) ? null : round(persons(true).div(others), 4);
}
