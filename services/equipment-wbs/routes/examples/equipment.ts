import { exampleIds } from '@consulting/kernel/fields/example';

export const newEquipment = {
  equipmentCode: 'CRN-RT-050',
  name: 'Rough Terrain Crane 50 t',
  category: 'crane',
  capacity: 50,
  capacityUnit: 't',
  currency: 'CAD',
  dailyRate: 1520,
  weeklyRate: 4950,
  monthlyRate: 14850,
  fuelType: 'diesel',
  fuelConsumptionPerHour: 14,
  operatingCostPerHour: 9.5,
  operatorRequired: true,
  operatorTradeCode: 'CRAN',
  ownership: 'rented',
};

export const equipmentChanges = { monthlyRate: 15200, mobilizationCost: 4750 };

export const equipment = {
  id: exampleIds.equipment,
  ...newEquipment,
  rentalHoursPerDay: 8,
  rentalHoursPerWeek: 40,
  rentalHoursPerMonth: 176,
  standbyPercent: 50,
  operatorIncluded: false,
  mobilizationCost: equipmentChanges.mobilizationCost,
  isActive: true,
};

export const newTag = {
  projectId: exampleIds.project,
  equipmentCode: newEquipment.equipmentCode,
  supplier: 'Prairie Lift Rentals',
  quoteReference: 'Q-2025-118',
  weeklyRate: 4800,
  monthlyRate: 14400,
};

export const tagChanges = { monthlyRate: 13900, offHireDate: '2026-03-31' };

export const tag = {
  id: exampleIds.tag,
  tagId: exampleIds.tag,
  ...newTag,
  tagNumber: 'CRN-RT-050-1',
  currency: 'CAD',
  quantity: 1,
  isDefault: true,
  isActive: true,
};
