import { DomainError, loweredText } from '@consulting/kernel/schema';
import { enteredEquipment, enteredLabour } from '../../fields/crew-composition';
import { priceMembers } from '../../rates/crew-pricing';
import type { PricedEquipment } from '../../rates/equipment-rate';
import type { PricedLabour } from '../../rates/labour-rate';
import { labourName } from '../../rates/member';
import type { MissingMatch } from '../../rates/missing-match';
import { serialiseCrewRate, serialiseEquipment, serialiseLabour } from '../../rates/serialise';
import type { CrewWarning } from '../../rates/warning';
import {
  type Composition,
  type CrewWithSnapshot,
  composePricing,
  crewToPrice,
  requirePlaced,
} from './crew-snapshot';

export const compositionOf = ({ labourMembers, equipmentMembers }: Composition): Composition => ({
  labourMembers: labourMembers.map(enteredLabour),
  equipmentMembers: equipmentMembers.map(enteredEquipment),
});

const labourFigures = [
  'memberId',
  'matchStep',
  'periodDistanceQuarters',
  'matchedOn',
  'currency',
  'hours',
  'baseRates',
  'burdenedRates',
  'addOns',
  'allInRates',
  'manHours',
  'cost',
] as const;

const equipmentFigures = [
  'rateSource',
  'rentalPerHour',
  'fuelPerHour',
  'operatingCostPerHour',
  'operatingRate',
  'standbyRate',
  'machineHours',
  'cost',
] as const;

const figures = (keys: readonly string[], presented: object | null) =>
  Object.fromEntries(keys.map((key) => [key, (presented as Record<string, unknown> | null)?.[key] ?? null]));

export function priceCrew(crew: CrewWithSnapshot) {
  const { composition, snapshot } = crew;
  const toPrice = crewToPrice(crew);
  const pricing = priceMembers(toPrice);
  const obstacles = [
    ...placeWarnings(crew),
    ...snapshot.missing.map(missingWarning),
    ...pricing.faults.map(({ member, error }) => ({ code: error.code, message: error.message, member })),
  ];
  const rate = obstacles.length === 0 ? composePricing(pricing, toPrice) : null;
  const { currency } = toPrice.basis;
  return {
    rate,
    status: rate === null ? ('incomplete' as const) : ('complete' as const),
    rates: rate && serialiseCrewRate(rate).result,
    warnings: [...obstacles, ...pricing.warnings] as CrewWarning[],
    labourMembers: composition.labourMembers.map((member, at) => ({
      ...member,
      ...figures(
        labourFigures,
        orNull(pricing.labour[at], (priced) => serialiseLabour(priced, currency)),
      ),
    })),
    equipmentMembers: composition.equipmentMembers.map((member, at) => ({
      ...member,
      equipmentCode: snapshot.machines[at]?.equipmentCode ?? member.equipmentCode,
      ...figures(equipmentFigures, orNull(pricing.equipment[at], serialiseEquipment)),
    })),
    equipmentKeys: composition.equipmentMembers.map(({ equipmentCode }) => loweredText(equipmentCode)),
  };
}

const orNull = <T extends PricedLabour | PricedEquipment>(
  priced: T | null | undefined,
  current: (priced: T) => object,
) => (priced ? current(priced) : null);

function placeWarnings(crew: CrewWithSnapshot): CrewWarning[] {
  try {
    requirePlaced(crew);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [{ code: error.code, message: error.message, member: null }];
  }
}

function missingWarning(missing: MissingMatch): CrewWarning & Pick<MissingMatch, 'reason'> {
  const member = labourName(missing);
  const message = `No rate card matches ${member} at the project location: ${differenceOf(missing)}.`;
  return { code: 'NO_MATCHING_CREW_MEMBERS', message, member, reason: missing.reason };
}

function differenceOf({ reason, nearest: [nearest] }: MissingMatch): string {
  const { region, province, projectType, year, quarter } = nearest ?? {};
  const place = [region, province].filter(Boolean).join(', ') || 'no region';
  switch (reason) {
    case 'NO_CARD_FOR_TRADE':
      return 'there is no active card of this trade and designation';
    case 'NO_CARD_IN_COUNTRY':
      return 'all cards of this trade and designation are for other countries';
    case 'NO_CARD_IN_LOCATION':
      return `the cards of the country are for other regions or provinces (nearest: ${place})`;
    case 'NO_CARD_FOR_PROJECT_TYPE':
      return `the cards of the location are for other project types (nearest: ${projectType})`;
    case 'NO_CARD_IN_PERIOD':
      return `the cards of the location are for other periods (nearest: ${year} ${quarter})`;
  }
}
