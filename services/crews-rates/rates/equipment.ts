import type { DecimalInput } from '@consulting/kernel/schema';

/**
 * The rental of one machine is in the currency of its record, without operator, fuel and operating cost; null means
 * that there is no such rate.
 */
export interface RentalRates {
  hourlyRate: DecimalInput | null;
  dailyRate: DecimalInput | null;
  weeklyRate: DecimalInput | null;
  monthlyRate: DecimalInput | null;
}

export interface MachineTerms extends RentalRates {
  currency: string;
  rentalHoursPerDay: DecimalInput | null;
  rentalHoursPerWeek: DecimalInput | null;
  rentalHoursPerMonth: DecimalInput | null;
  fuelConsumptionPerHour: DecimalInput | null;
  operatingCostPerHour: DecimalInput | null;
  standbyPercent: DecimalInput | null;
}

export interface Equipment extends MachineTerms {
  equipmentCode: string;
  fuelType: string;
  operatorRequired: boolean;
  operatorIncluded: boolean;
  operatorTradeCode: string | null;
}

export interface EquipmentTag extends MachineTerms {
  equipmentCode: string;
  tagNumber: string;
  isDefault: boolean;
  isActive: boolean;
}

export interface PricedBy {
  equipment: Equipment;
  tag: EquipmentTag | null;
}

export function pricingTag(tags: readonly EquipmentTag[]): EquipmentTag | null {
  let best: EquipmentTag | null = null;
  for (const tag of tags) {
    if (tag.isActive && (best === null || comesBefore(tag, best))) best = tag;
  }
  return best;
}

const comesBefore = (tag: EquipmentTag, other: EquipmentTag): boolean =>
  tag.isDefault === other.isDefault ? tag.tagNumber < other.tagNumber : tag.isDefault;
