import { type Decimal, decimal, round, sum, toNumber } from '@consulting/kernel/money';
import { loweredText } from '@consulting/kernel/text';
import type { Ctx } from '../../context';
import { type EquipmentFacts, findEquipment } from '../../neighbours/equipment-wbs';
import { findLineCounts } from '../../neighbours/mto';
import type { LabourMemberRow } from '../../store/crew-members';
import { countCrewUsage } from '../../store/crew-usage';
import { findMembers } from './crew-members';
import { type CrewRow, presentCrew, requireCrew } from './crew-record';

export async function getCrew(ctx: Ctx, crewId: string) {
  const row = await requireCrew(ctx, crewId);
  const [record, counts, lineCounts] = await Promise.all([
    presentCrewRecord(ctx, row),
    countCrewUsage(ctx.db, row.id),
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

/** What only the catalogue knows is null and named in `unavailable` without an answer. */
export async function presentCrewRecord(ctx: Ctx, row: CrewRow, known?: ReadonlyMap<string, EquipmentFacts>) {
  const { labourMembers, equipmentMembers } = await findMembers(ctx.db, row.id);
  const codes = equipmentMembers.map(({ equipmentCode }) => equipmentCode);
  const machines = known ?? (codes.length === 0 ? new Map() : await findEquipment(ctx.bus, codes, null));
  return {
    ...presentCrew(row),
    labourMembers,
    equipmentMembers: equipmentMembers.map((member) => {
      const machine = machines?.get(loweredText(member.equipmentCode));
      return { ...member, name: machine?.name ?? null, category: machine?.category ?? null };
    }),
    supervisionRatio: toNumber(supervisionRatio(labourMembers)),
    ...(machines ? {} : { unavailable: ['equipmentMembers.name', 'equipmentMembers.category'] }),
  };
}

/** Supervisory persons ÷ other persons, 4 decimals; null without others. */
function supervisionRatio(members: readonly LabourMemberRow[]): Decimal | null {
  const persons = (isSupervisory: boolean) =>
    sum(members.filter((one) => one.isSupervisory === isSupervisory).map(({ quantity }) => quantity));
  const others = persons(false);
  return others.eq(decimal(0)) ? null : round(persons(true).div(others), 4);
}
