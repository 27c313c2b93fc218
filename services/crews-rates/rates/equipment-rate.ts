import {
  type Decimal,
  type DecimalInput,
  DomainError,
  decimal,
  percentOf,
  round,
  zero,
} from '@consulting/kernel/schema';
import type { Convert } from './currency';
import type { MachineTerms, PricedBy, RentalRates } from './equipment';
import type { EquipmentMember, RentalBasis } from './member';
import type { Warning } from './warning';
import { crewHoursOf, type WorkWeek } from './week';

/** Prices are in project currency, per litre by fuel type and per kWh for electricity. */
export type FuelPrices = Readonly<Record<string, DecimalInput | null>>;

export interface MachinePricing {
  week: WorkWeek;
  convert: Convert;
  fuelPrices: FuelPrices;
}

/** Rates are per hour in project currency; machine-hours and cost are per week, for the whole quantity. */
export interface PricedEquipment {
  member: EquipmentMember;
  pricedBy: PricedBy;
  rateSource: 'tag' | 'catalogue';
  rentalBasis: RentalBasis;
  rentalPerHour: Decimal;
  fuelPerHour: Decimal;
  operatingCostPerHour: Decimal;
  operatingRate: Decimal;
  standbyRate: Decimal;
  operatingHours: Decimal;
  standbyHours: Decimal;
  machineHours: Decimal;
  cost: Decimal;
  warnings: Warning[];
}

interface Rental {
  basis: RentalBasis;
  source: 'tag' | 'catalogue';
  perHour: Decimal;
  currency: string;
}

/** The wanted basis comes first, then the substitutes in the order of rates.md 6.2 step 7. */
const substitution: Record<RentalBasis, readonly RentalBasis[]> = {
  hourly: ['hourly', 'daily', 'weekly', 'monthly'],
  daily: ['daily', 'weekly', 'monthly', 'hourly'],
  weekly: ['weekly', 'monthly', 'daily', 'hourly'],
  monthly: ['monthly', 'weekly', 'daily', 'hourly'],
};

const rateKeys = {
  hourly: 'hourlyRate',
  daily: 'dailyRate',
  weekly: 'weeklyRate',
  monthly: 'monthlyRate',
} as const satisfies Record<RentalBasis, keyof RentalRates>;

/**
 * The steps are 6 to 11 of rates.md 6.2: hourly components are rounded to 4 decimals and converted, and the cost to 2.
 * @throws EQUIPMENT_RATE_MISSING, EXCHANGE_RATE_MISSING
 */
export function priceEquipment(
  member: EquipmentMember,
  pricedBy: PricedBy,
  pricing: MachinePricing,
): PricedEquipment {
  const { convert, week } = pricing;
  const warnings: Warning[] = [];
  const rental = findRental(member, pricedBy, warnings);
  const rentalPerHour = convert(rental.perHour, rental.currency);
  const operatingCostPerHour = operatingCost(pricedBy, convert);
  const fuelPerHour = fuelCost(pricedBy, pricing.fuelPrices, warnings);
  const operatingRate = rentalPerHour.plus(fuelPerHour).plus(operatingCostPerHour);
  const standbyPercent = termOf(pricedBy, 'standbyPercent') ?? 50;
  const standbyRate = round(percentOf(rentalPerHour, standbyPercent), 4);
  const operatingHours = hoursOf(member.operatingHours, member.operatingShare, week);
  const standbyHours = hoursOf(member.standbyHours, member.standbyShare, week);
  const weeklyCost = operatingHours.times(operatingRate).plus(standbyHours.times(standbyRate));
  return {
    member,
    pricedBy,
    rateSource: rental.source,
    rentalBasis: rental.basis,
    rentalPerHour,
    fuelPerHour,
    operatingCostPerHour,
    operatingRate,
    standbyRate,
    operatingHours,
    standbyHours,
    warnings,
    machineHours: decimal(member.quantity).times(operatingHours.plus(standbyHours)),
    cost: round(decimal(member.quantity).times(weeklyCost), 2),
  };
}

function termOf(
  { equipment, tag }: PricedBy,
  key: Exclude<keyof MachineTerms, 'currency' | keyof RentalRates>,
): DecimalInput | null {
  return tag?.[key] ?? equipment[key];
}

function findRental(member: EquipmentMember, pricedBy: PricedBy, warnings: Warning[]): Rental {
  const { equipment, tag } = pricedBy;
  const isByTag = tag !== null && Object.values(rateKeys).some((key) => tag[key] !== null);
  const terms: MachineTerms = isByTag ? tag : equipment;
  const basis = substitution[member.rentalBasis].find((candidate) => terms[rateKeys[candidate]] !== null);
  const rate = basis && terms[rateKeys[basis]];
  if (!basis || rate === null || rate === undefined) throw rateMissing(equipment.equipmentCode);
  if (basis !== member.rentalBasis) warnings.push(substituted(member, basis));
  const perHour = round(decimal(rate).div(hoursOfBasis(pricedBy, basis)), 4);
  return { basis, source: isByTag ? 'tag' : 'catalogue', perHour, currency: terms.currency };
}

function hoursOfBasis(pricedBy: PricedBy, basis: RentalBasis): DecimalInput {
  if (basis === 'hourly') return 1;
  if (basis === 'daily') return termOf(pricedBy, 'rentalHoursPerDay') ?? 8;
  if (basis === 'weekly') return termOf(pricedBy, 'rentalHoursPerWeek') ?? 40;
  return termOf(pricedBy, 'rentalHoursPerMonth') ?? 176;
}

function operatingCost({ equipment, tag }: PricedBy, convert: Convert): Decimal {
  const stated = tag !== null && tag.operatingCostPerHour !== null ? tag : equipment;
  return convert(round(decimal(stated.operatingCostPerHour ?? 0), 4), stated.currency);
}

function fuelCost(pricedBy: PricedBy, fuelPrices: FuelPrices, warnings: Warning[]): Decimal {
  const { equipmentCode, fuelType } = pricedBy.equipment;
  const consumption = decimal(termOf(pricedBy, 'fuelConsumptionPerHour') ?? 0);
  if (consumption.eq(0)) return zero;
  const price = Object.hasOwn(fuelPrices, fuelType) ? (fuelPrices[fuelType] ?? null) : null;
  if (price !== null) return round(consumption.times(price), 4);
  const message = `The project has no price of ${fuelType}; the fuel of the machine counts as zero.`;
  warnings.push({ code: 'FUEL_PRICE_MISSING', message, member: equipmentCode });
  return zero;
}

const hoursOf = (entered: DecimalInput | null, share: DecimalInput, week: WorkWeek): Decimal =>
  entered === null ? percentOf(crewHoursOf(week), share) : decimal(entered);

const substituted = (member: EquipmentMember, basis: RentalBasis): Warning => ({
  code: 'RENTAL_BASIS_SUBSTITUTED',
  message: `The machine has no ${member.rentalBasis} rental rate; its ${basis} rate is used.`,
  member: member.equipmentCode,
});

function rateMissing(equipmentCode: string): DomainError {
  const detail = `Equipment ${equipmentCode} has no rental rate.`;
  return new DomainError('EQUIPMENT_RATE_MISSING', detail, { equipmentCode });
}
