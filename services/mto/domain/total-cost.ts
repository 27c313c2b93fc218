import type { Field } from '../fields/field';

const commonCostInputs = [
  'materialUnitPrice',
  'labourRate',
  'equipmentRate',
  'specialEquipmentCost',
  'subcontractUnitPrice',
  'subcontractLumpSum',
];

/** Whether the field is a price, rate or cost with which a line is calculated rather than given its total (resources.md 15.2). */
export const isCostInput = ({ key, group }: Field): boolean =>
  group === 'Material Cost Breakdown' || commonCostInputs.includes(key);
