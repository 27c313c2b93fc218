import { type Decimal, toNumber } from '@consulting/kernel/schema';
import type { CardPricing, ReferenceWeek, WeekRules } from './card';
import type { CrewRate } from './composite';
import type { PricedEquipment } from './equipment-rate';
import { effectiveEntries, type IndirectLevels } from './indirect-entries';
import type { IndirectCostsOfWeek, Subtotals } from './indirects';
import type { PricedLabour } from './labour-rate';
import type { CardMatch } from './matching';
import { allInOf, referenceRates } from './rate-build-up';
import { perTimeType } from './week';

type Numbers<T> = { [Key in keyof T]: T[Key] extends Decimal ? number : number | null };

export function serialiseReferenceRates(card: CardPricing & WeekRules & ReferenceWeek) {
  const { rates, weeklyHours, compositeRate } = referenceRates(card);
  const allIn = numbers(allInOf(rates));
  return {
    rates: perTimeType((type) => numbers(rates[type])),
    straightTimeRate: allIn.straightTime,
    overtimeRate: allIn.overtime,
    doubleTimeRate: allIn.doubleTime,
    weeklyHours: numbers(weeklyHours),
    compositeRate: toNumber(compositeRate),
  };
}

export function serialiseCrewRate({ basis, labour, equipment, result, multipliers, warnings }: CrewRate) {
  return {
    currency: basis.currency,
    workWeek: {
      hoursPerDay: Number(basis.week.hoursPerDay),
      daysPerWeek: basis.week.daysPerWeek,
    },
    labour: {
      members: labour.members.map((priced) => serialiseLabour(priced, basis.currency)),
      lines: serialiseLines(labour),
      subtotals: serialiseSubtotals(labour.subtotals, ['L0', 'L1', 'L2', 'L3', 'L4']),
    },
    equipment: {
      members: equipment.members.map(serialiseEquipment),
      lines: serialiseLines(equipment),
      subtotals: serialiseSubtotals(equipment.subtotals, ['E0', 'E1', 'E2', 'E3', 'E4']),
    },
    escalationPercent: basis.escalationPercent,
    result: numbers(result),
    multipliers: { labour: numbers(multipliers.labour), equipment: numbers(multipliers.equipment) },
    warnings,
  };
}

export function serialiseLabour(priced: PricedLabour, currency: string) {
  const { member, match, addOns } = priced;
  return {
    tradeCode: member.tradeCode,
    laborDesignation: member.laborDesignation,
    quantity: Number(member.quantity),
    memberId: match?.card.memberId ?? null,
    matchStep: match?.matchStep ?? null,
    periodDistanceQuarters: match?.periodDistanceQuarters ?? null,
    matchedOn: match && serialiseMatchedOn(match),
    currency,
    hours: numbers(priced.hours),
    baseRates: priced.baseRates && numbers(priced.baseRates),
    burdenedRates: numbers(priced.burdenedRates),
    addOns: {
      perDiem: numbers(addOns.perDiem),
      smallTools: numbers(addOns.smallTools),
      consumables: numbers(addOns.consumables),
      ppe: numbers(addOns.ppe),
    },
    allInRates: numbers(priced.allInRates),
    manHours: toNumber(priced.manHours),
    cost: toNumber(priced.cost),
  };
}

export function serialiseEquipment({ member, rateSource, rentalBasis, ...figures }: PricedEquipment) {
  return {
    equipmentCode: member.equipmentCode,
    quantity: Number(member.quantity),
    rateSource,
    rentalBasis,
    operatingHours: toNumber(figures.operatingHours),
    standbyHours: toNumber(figures.standbyHours),
    rentalPerHour: toNumber(figures.rentalPerHour),
    fuelPerHour: toNumber(figures.fuelPerHour),
    operatingCostPerHour: toNumber(figures.operatingCostPerHour),
    operatingRate: toNumber(figures.operatingRate),
    standbyRate: toNumber(figures.standbyRate),
    machineHours: toNumber(figures.machineHours),
    cost: toNumber(figures.cost),
  };
}

export function serialiseEffectiveEntries(levels: IndirectLevels) {
  const entriesOf = (side: 'labour' | 'equipment') =>
    Object.fromEntries(
      effectiveEntries(side, levels).map(({ category, percentage, amount }) => [
        category,
        numbers({ percentage, amount }),
      ]),
    );
  return { labour: entriesOf('labour'), equipment: entriesOf('equipment') };
}

function serialiseMatchedOn({ card }: CardMatch) {
  const { country, region, province, year, quarter, projectType, currency } = card;
  return { country, region, province, year, quarter, projectType, currency };
}

const serialiseLines = ({ lines }: IndirectCostsOfWeek) =>
  lines.map(({ category, tier, method, level, percentage, amount, base, value }) => ({
    category,
    tier,
    method,
    level,
    ...numbers({ percentage, amount, base, value }),
  }));

function serialiseSubtotals<Name extends string>(
  { base, tier1, tier2, tier3, tier4 }: Subtotals,
  names: readonly [Name, Name, Name, Name, Name],
) {
  const values = [base, tier1, tier2, tier3, tier4];
  return Object.fromEntries(names.map((name, index) => [name, toNumber(values[index] ?? base)])) as Record<
    Name,
    number
  >;
}

const numbers = <T extends object>(
  figures: { [Key in keyof T]: T[Key] & (Decimal | null) } & T,
): Numbers<T> =>
  Object.fromEntries(
    Object.entries<Decimal | null>(figures).map(([key, value]) => [key, toNumber(value)]),
  ) as Numbers<T>;
