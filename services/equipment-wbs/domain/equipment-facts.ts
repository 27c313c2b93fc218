import type { findEquipment } from '@consulting/kernel/contracts/equipment-wbs';
import type { Database } from '@consulting/kernel/postgres';
import { isUuid, type Static } from '@consulting/kernel/schema';
import { type EquipmentRow, findSettledEquipment, listEquipmentWithCodes } from '../store/equipment';
import { type EquipmentTagRow, listActiveTags } from '../store/equipment-tag';

type Answer = Static<(typeof findEquipment)['response']>['equipment'];

/**
 * The tag is the one that prices the equipment in the project (rates.md 6.2, step 6). Equipment that is being deleted
 * gets no answer.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export async function findEquipmentFacts(
  db: Database,
  codes: readonly string[],
  projectId: string | null,
  isReadingOnly = false,
): Promise<Answer> {
  if (codes.length === 0) return [];
  const find = isReadingOnly ? listEquipmentWithCodes : findSettledEquipment;
  return withTags(db, projectId, await find(db, codes));
}

async function withTags(
  db: Database,
  projectId: string | null,
  rows: readonly EquipmentRow[],
): Promise<Answer> {
  const tags = await pricingTags(db, projectId, rows);
  return rows.map((row) => ({ ...equipmentFacts(row), tag: tagFacts(tags.get(row.id)) }));
}

async function pricingTags(
  tx: Database,
  projectId: string | null,
  rows: readonly EquipmentRow[],
): Promise<Map<string, EquipmentTagRow>> {
  if (projectId === null || !isUuid(projectId) || rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const tags = await listActiveTags(tx, projectId, ids);
  return new Map(tags.toReversed().map((tag) => [tag.equipmentId, tag]));
}

const machineTerms = <Row extends EquipmentRow | EquipmentTagRow>(row: Row) => ({
  equipmentCode: row.equipmentCode,
  isActive: row.isActive,
  currency: row.currency,
  hourlyRate: row.hourlyRate,
  dailyRate: row.dailyRate,
  weeklyRate: row.weeklyRate,
  monthlyRate: row.monthlyRate,
  rentalHoursPerDay: row.rentalHoursPerDay,
  rentalHoursPerWeek: row.rentalHoursPerWeek,
  rentalHoursPerMonth: row.rentalHoursPerMonth,
  fuelConsumptionPerHour: row.fuelConsumptionPerHour,
  operatingCostPerHour: row.operatingCostPerHour,
  standbyPercent: row.standbyPercent,
  mobilizationCost: row.mobilizationCost,
  demobilizationCost: row.demobilizationCost,
});

function equipmentFacts(row: EquipmentRow) {
  const { name, category, fuelType, operatorRequired, operatorIncluded } = row;
  const { operatorTradeCode, operatorLaborDesignation } = row;
  return {
    ...machineTerms(row),
    name,
    category,
    fuelType,
    operatorRequired,
    operatorIncluded,
    operatorTradeCode,
    operatorLaborDesignation,
  };
}

const tagFacts = (tag: EquipmentTagRow | undefined) =>
  tag ? { ...machineTerms(tag), tagId: tag.id, tagNumber: tag.tagNumber, isDefault: tag.isDefault } : null;
