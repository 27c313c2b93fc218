import type { Database } from '@consulting/kernel/postgres';
import type { EquipmentInput, LabourInput } from '../../fields/crew-composition';
import * as store from '../../store/crew-members';
import { equipmentOf, type KnownMembers, tradeOf } from './member-references';

export interface CrewMembers {
  labourMembers: store.LabourMemberRow[];
  equipmentMembers: store.EquipmentMemberRow[];
}

interface EnteredMembers {
  labourMembers?: LabourInput[];
  equipmentMembers?: EquipmentInput[];
}

export async function findMembers(db: Database, crewId: string): Promise<CrewMembers> {
  const [labourMembers, equipmentMembers] = await Promise.all([
    store.listLabourMembers(db, crewId),
    store.listEquipmentMembers(db, crewId),
  ]);
  return { labourMembers, equipmentMembers };
}

export const enteredMembers = ({ labourMembers, equipmentMembers }: CrewMembers) => ({
  labourMembers: labourMembers.map(
    ({ tradeId, tradeName, isActive, isSupervisory, ...entered }): LabourInput => entered,
  ),
  equipmentMembers: equipmentMembers.map((entered): EquipmentInput => entered),
});

export const storedMembers = ({ labourMembers, equipmentMembers }: CrewMembers) => ({
  labourMembers: labourMembers.map(
    ({
      tradeCode,
      laborDesignation,
      tradeName,
      isActive,
      isSupervisory,
      ...stored
    }): store.LabourMemberValues => stored,
  ),
  equipmentMembers,
});

export const memberValues = ({ labourMembers, equipmentMembers }: EnteredMembers, known: KnownMembers) => ({
  ...(labourMembers && {
    labourMembers: labourMembers.map((member): store.LabourMemberValues => {
      const { tradeCode, laborDesignation, ...values } = member;
      return { ...values, tradeId: tradeOf(known, member).id };
    }),
  }),
  ...(equipmentMembers && {
    equipmentMembers: equipmentMembers.map(
      (member): store.EquipmentMemberValues => ({
        ...member,
        equipmentCode: equipmentOf(known, member).equipmentCode,
      }),
    ),
  }),
});
