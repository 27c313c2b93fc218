import { DomainError } from '@consulting/kernel/schema';
import type { RateBasis } from './basis';
import type { PricedBy } from './equipment';
import { type PricedEquipment, priceEquipment } from './equipment-rate';
import { type PricedLabour, priceLabour } from './labour-rate';
import { type CardMatch, comparable, matchWarnings } from './matching';
import { type EquipmentMember, type LabourMember, labourName } from './member';
import type { Warning } from './warning';

export interface LabourToPrice {
  member: LabourMember;
  match: CardMatch | null;
}

export interface EquipmentToPrice {
  member: EquipmentMember;
  pricedBy: PricedBy;
}

export interface CrewToPrice {
  labour: readonly LabourToPrice[];
  equipment: readonly EquipmentToPrice[];
  basis: RateBasis;
}

export interface PricingFault {
  member: string;
  error: DomainError;
}

export interface CrewPricing {
  labour: (PricedLabour | null)[];
  equipment: (PricedEquipment | null)[];
  faults: PricingFault[];
  warnings: Warning[];
}

/** Every member is priced by itself, so that a crew with a fault still shows its other rates (resources.md 10). */
export function priceMembers({ labour, equipment, basis }: CrewToPrice): CrewPricing {
  const faults: PricingFault[] = [];
  const { week, convert } = basis;
  const labourPrices = labour.map(({ member, match }) =>
    orFault(labourName(member), faults, () => priceLabour(member, match, week, convert)),
  );
  const equipmentPrices = equipment.map(({ member, pricedBy }) =>
    orFault(member.equipmentCode, faults, () => priceEquipment(member, pricedBy, basis)),
  );
  return {
    labour: labourPrices,
    equipment: equipmentPrices,
    faults,
    warnings: [
      ...labour.flatMap(({ member, match }) =>
        match === null || member.rateOverride !== null ? [] : matchWarnings(member, match),
      ),
      ...equipmentPrices.flatMap((priced) => priced?.warnings ?? []),
      ...operatorWarnings(labour, equipment),
    ],
  };
}

function orFault<T>(member: string, faults: PricingFault[], price: () => T): T | null {
  try {
    return price();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    faults.push({ member, error });
    return null;
  }
}

function operatorWarnings(
  labour: readonly LabourToPrice[],
  equipment: readonly EquipmentToPrice[],
): Warning[] {
  const trades = new Set(labour.map(({ member }) => comparable(member.tradeCode)));
  return equipment.flatMap(({ pricedBy: { equipment: machine } }): Warning[] => {
    const { equipmentCode, operatorTradeCode } = machine;
    if (!machine.operatorRequired || machine.operatorIncluded) return [];
    if (operatorTradeCode !== null && trades.has(comparable(operatorTradeCode))) return [];
    const operator = operatorTradeCode === null ? 'an operator' : `an operator of trade ${operatorTradeCode}`;
    const message = `The machine needs ${operator}, who is not a member of the crew.`;
    return [{ code: 'OPERATOR_MISSING', message, member: equipmentCode }];
  });
}
