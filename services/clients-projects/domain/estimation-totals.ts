import type { LineTotals } from '@consulting/kernel/contracts/mto';
import { type Decimal, decimal, round, type Static, toNumber } from '@consulting/kernel/schema';

export interface VersionLevel {
  indirectAmount: number;
  ownersCostAmount: number;
  escalationPercent: number | null;
  contingencyPercent: number | null;
  managementReservePercent: number | null;
}

/**
 * The build-up of resources.md 5 is exact, with escalation, contingency and management reserve each rounded to 2
 * decimals, half away from zero. An empty percentage adds nothing.
 */
export function buildUpOf(lineTotal: Decimal, level: VersionLevel, sheetAmount = '0') {
  const subtotal = lineTotal.plus(sheetAmount).plus(level.indirectAmount).plus(level.ownersCostAmount);
  const escalation = share(subtotal, level.escalationPercent);
  const escalated = subtotal.plus(escalation);
  const contingency = share(escalated, level.contingencyPercent);
  const managementReserve = share(escalated.plus(contingency), level.managementReservePercent);
  const grandTotal = escalated.plus(contingency).plus(managementReserve);
  return { subtotal, escalation, contingency, managementReserve, grandTotal };
}

export function estimationTotals(
  lines: Static<typeof LineTotals>,
  level: VersionLevel,
  sheetAmount?: string,
) {
  const lineTotal = decimal(lines.totalCost);
  const { subtotal, escalation, contingency, managementReserve, grandTotal } = buildUpOf(
    lineTotal,
    level,
    sheetAmount,
  );
  return {
    itemCount: lines.itemCount,
    totalManHours: Number(lines.totalManHours),
    labourCost: Number(lines.labourCost),
    materialCost: Number(lines.materialCost),
    equipmentCost: Number(lines.equipmentCost),
    subcontractCost: Number(lines.subcontractCost),
    directCost: Number(lines.directCost),
    indirectCost: Number(lines.indirectCost),
    lineTotal: toNumber(lineTotal),
    ...(sheetAmount === undefined ? {} : { sheetAmount: Number(sheetAmount) }),
    indirectAmount: level.indirectAmount,
    ownersCostAmount: level.ownersCostAmount,
    subtotal: toNumber(subtotal),
    escalation: toNumber(escalation),
    contingency: toNumber(contingency),
    managementReserve: toNumber(managementReserve),
    grandTotal: toNumber(grandTotal),
  };
}

const share = (base: Decimal, percent: number | null): Decimal => round(base.times(percent ?? 0).div(100), 2);
