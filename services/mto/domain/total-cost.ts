import type { Discipline } from '../fields/discipline';
import { fieldsOf } from '../fields/registry';
import type { Cell } from './formula/line';

/** The keys of a request that speak of the total; undefined is a key that the body does not have. */
export type TotalCostRequest = {
  readonly totalCost?: number | string | null;
  readonly totalCostOverride?: number | string | null;
};

export type TotalCostOccasion = 'write' | 'bulk-edit';

const commonCostInputs = [
  'materialUnitPrice',
  'labourRate',
  'equipmentRate',
  'specialEquipmentCost',
  'subcontractUnitPrice',
  'subcontractLumpSum',
];

/** Keys of the prices, rates and costs of a line of the discipline. */
export function costInputsOf(discipline: Discipline): readonly string[] {
  const breakdown = fieldsOf(discipline).filter(({ group }) => group === 'Material Cost Breakdown');
  return [...commonCostInputs, ...breakdown.map(({ key }) => key)];
}

/** Whether the line has a price, rate or cost that is neither empty nor zero, or takes its rate from a crew. */
export function hasCostInput(
  discipline: Discipline,
  values: Readonly<Record<string, Cell | undefined>>,
): boolean {
  if (values.labourRateSource === 'crew') return true;
  return costInputsOf(discipline).some((key) => Number(values[key] ?? 0) !== 0);
}

/**
 * What a request makes of `totalCostOverride` by rules (a) to (c) of resources.md 15.2: the value to store, or
 * undefined to leave it. `values` are those of the line after the rest of the request, crew rates included. In a bulk
 * edit a `totalCost` always sets the override.
 */
export function applyTotalCost(
  request: TotalCostRequest,
  discipline: Discipline,
  values: Readonly<Record<string, Cell | undefined>>,
  occasion: TotalCostOccasion = 'write',
): number | string | null | undefined {
  if (request.totalCostOverride !== undefined) return request.totalCostOverride;
  if (occasion === 'bulk-edit' || !hasCostInput(discipline, values)) return request.totalCost;
  return undefined;
}
