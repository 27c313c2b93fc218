import { type Decimal, decimal, round, sum, zero } from '@consulting/kernel/schema';
import type { Convert } from './currency';
import type { CardMatch } from './matching';
import type { LabourMember, RateOverride } from './member';
import { buildRateCard, type CardDefaultCategory } from './rate-build-up';
import {
  enteredHours,
  type Hours,
  type PerTimeType,
  perTimeType,
  splitOverrideWeek,
  splitWeek,
  timeTypes,
  totalHours,
  type WorkWeek,
} from './week';

export type AddOns = Record<CardDefaultCategory, PerTimeType<Decimal>>;

export interface LabourRates {
  baseRates: PerTimeType<Decimal> | null;
  burdenedRates: PerTimeType<Decimal>;
  addOns: AddOns;
  allInRates: PerTimeType<Decimal>;
}

export interface PricedLabour extends LabourRates {
  member: LabourMember;
  match: CardMatch | null;
  hours: Hours;
  manHours: Decimal;
  cost: Decimal;
}

const free: PerTimeType<Decimal> = perTimeType(() => zero);
const noAddOns: AddOns = { perDiem: free, smallTools: free, consumables: free, ppe: free };

/**
 * The steps are 1 to 3 of rates.md 6.2, in project currency with the cost rounded to 2 decimals; the answer is null
 * without a card and a rate of its own.
 * @throws EXCHANGE_RATE_MISSING
 */
export function priceLabour(
  member: LabourMember,
  match: CardMatch | null,
  week: WorkWeek,
  convert: Convert,
): PricedLabour | null {
  const entered = enteredHours(member);
  if (member.rateOverride !== null) {
    return withCost(member, null, entered ?? splitOverrideWeek(week), overrideRates(member.rateOverride));
  }
  if (match === null) return null;
  return withCost(member, match, entered ?? splitWeek(match.card, week), cardRates(match, week, convert));
}

function withCost(
  member: LabourMember,
  match: CardMatch | null,
  hours: Hours,
  rates: LabourRates,
): PricedLabour {
  const quantity = decimal(member.quantity);
  const weeklyCost = weighted(hours, rates.burdenedRates);
  return {
    member,
    match,
    hours,
    ...rates,
    manHours: quantity.times(totalHours(hours)),
    cost: round(quantity.times(weeklyCost), 2),
  };
}

export const weighted = (hours: Hours, rates: PerTimeType<Decimal>): Decimal =>
  sum(timeTypes.map((type) => hours[type].times(rates[type])));

function overrideRates({ straightTime, overtime, doubleTime }: RateOverride): LabourRates {
  const base = decimal(straightTime);
  const burdenedRates = {
    straightTime: round(base, 4),
    overtime: round(decimal(overtime ?? base.times(1.5)), 4),
    doubleTime: round(decimal(doubleTime ?? base.times(2)), 4),
  };
  return { baseRates: null, burdenedRates, addOns: noAddOns, allInRates: burdenedRates };
}

function cardRates({ card }: CardMatch, week: WorkWeek, convert: Convert): LabourRates {
  const lines = buildRateCard(card, week);
  const inProjectCurrency = (line: 'wage' | 'burdened' | CardDefaultCategory) =>
    perTimeType((type) => convert(lines[type][line], card.currency));
  const burdenedRates = inProjectCurrency('burdened');
  const addOns = {
    perDiem: inProjectCurrency('perDiem'),
    smallTools: inProjectCurrency('smallTools'),
    consumables: inProjectCurrency('consumables'),
    ppe: inProjectCurrency('ppe'),
  };
  const allInRates = perTimeType((type) =>
    sum([burdenedRates[type], ...Object.values(addOns).map((addOn) => addOn[type])]),
  );
  return { baseRates: inProjectCurrency('wage'), burdenedRates, addOns, allInRates };
}
