import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { equipmentInput } from '../../domain/equipment-fields';
import { equipmentTagInput } from '../../domain/equipment-tag-fields';

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

const equipment = {
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

const tag = {
  id: exampleIds.tag,
  tagId: exampleIds.tag,
  ...newTag,
  tagNumber: 'CRN-RT-050-1',
  currency: 'CAD',
  quantity: 1,
  isDefault: true,
  isActive: true,
};

export const equipmentAnswer = exampled(named('Equipment', record(equipmentInput.fields)), equipment);

const { tagNumber, currency } = equipmentTagInput.fields;

export const equipmentTagAnswer = exampled(
  named(
    'EquipmentTag',
    record({
      tagId: responseSchema.id('Same as id.'),
      ...equipmentTagInput.fields,
      tagNumber: tagNumber.required(),
      currency: currency.required(),
    }),
  ),
  tag,
);
