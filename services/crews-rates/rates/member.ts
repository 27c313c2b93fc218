import type { DecimalInput } from '@consulting/kernel/schema';

export interface RateOverride {
  straightTime: DecimalInput;
  overtime?: DecimalInput | null;
  doubleTime?: DecimalInput | null;
}

export interface EnteredHours {
  straightTimeHours: DecimalInput | null;
  overtimeHours: DecimalInput | null;
  doubleTimeHours: DecimalInput | null;
}

export interface LabourMember extends EnteredHours {
  tradeCode: string;
  laborDesignation: string;
  quantity: DecimalInput;
  rateOverride: RateOverride | null;
}

export type RentalBasis = 'hourly' | 'daily' | 'weekly' | 'monthly';

/** Entered hours are per machine per week and replace the shares of the crew-hours (rates.md 6.1). */
export interface EquipmentMember {
  equipmentCode: string;
  quantity: DecimalInput;
  rentalBasis: RentalBasis;
  operatingShare: DecimalInput;
  standbyShare: DecimalInput;
  operatingHours: DecimalInput | null;
  standbyHours: DecimalInput | null;
}

export const labourName = (member: Pick<LabourMember, 'tradeCode' | 'laborDesignation'>): string =>
  `${member.tradeCode} ${member.laborDesignation}`;

export const needsCard = ({ rateOverride }: LabourMember): boolean => rateOverride === null;
