import { type Decimal, round, sum, zero } from '@consulting/kernel/schema';
import type { RateBasis } from './basis';
import { type CrewToPrice, priceMembers } from './crew-pricing';
import { added, type CrewResult, escalated } from './crew-result';
import type { PricedEquipment } from './equipment-rate';
import { effectiveEntries } from './indirect-entries';
import { type IndirectCostsOfWeek, indirectCosts, type Subtotals } from './indirects';
import { type PricedLabour, weighted } from './labour-rate';
import { cardDefaultCategories } from './rate-build-up';
import type { Warning } from './warning';
import { crewHoursOf } from './week';

export interface Multipliers {
  tier1: Decimal | null;
  tier2: Decimal | null;
  tier3: Decimal | null;
  tier4: Decimal | null;
  total: Decimal | null;
}

export interface CrewRate {
  basis: RateBasis;
  labour: IndirectCostsOfWeek & { members: PricedLabour[] };
  equipment: IndirectCostsOfWeek & { members: PricedEquipment[] };
  result: CrewResult;
  multipliers: { labour: Multipliers; equipment: Multipliers };
  warnings: Warning[];
}

export interface PricedCrew {
  labour: PricedLabour[];
  equipment: PricedEquipment[];
  warnings: Warning[];
  basis: RateBasis;
}

/**
 * The steps are those of rates.md 6.2. Every labour member must have a card or a rate of its own (`requireMatches`).
 * @throws EXCHANGE_RATE_MISSING, EQUIPMENT_RATE_MISSING
 */
export function calculateCrewRate(crew: CrewToPrice): CrewRate {
  const { labour, equipment, faults, warnings } = priceMembers(crew);
  const [fault] = faults;
  if (fault) throw fault.error;
  return composeCrewRate({
    labour: labour.map(requirePrice),
    equipment: equipment.map(requirePrice),
    warnings,
    basis: crew.basis,
  });
}

export function composeCrewRate({ labour, equipment, warnings, basis }: PricedCrew): CrewRate {
  const manHours = sum(labour.map((priced) => priced.manHours));
  const machineHours = sum(equipment.map((priced) => priced.machineHours));
  const labourCosts = indirectCosts({
    side: 'labour',
    base: sum(labour.map(({ cost }) => cost)),
    hours: manHours,
    entries: effectiveEntries('labour', basis.levels),
    cardDefaults: cardDefaults(labour),
  });
  const equipmentCosts = indirectCosts({
    side: 'equipment',
    base: sum(equipment.map(({ cost }) => cost)),
    hours: machineHours,
    entries: effectiveEntries('equipment', basis.levels),
    cardDefaults: new Map(),
  });
  return {
    basis,
    labour: { members: labour, ...labourCosts },
    equipment: { members: equipment, ...equipmentCosts },
    result: escalated(
      crewResult(labourCosts.subtotals, equipmentCosts.subtotals, { manHours, machineHours, basis }),
      basis,
    ),
    multipliers: {
      labour: multipliers(labourCosts.subtotals),
      equipment: multipliers(equipmentCosts.subtotals),
    },
    warnings,
  };
}

function requirePrice<T>(priced: T | null): T {
  if (priced === null) throw new Error('a labour member has neither a rate card nor a rate of its own');
  return priced;
}

function cardDefaults(labour: readonly PricedLabour[]): Map<string, Decimal> {
  const costOf = (
    { member, hours, addOns }: PricedLabour,
    category: (typeof cardDefaultCategories)[number],
  ) => weighted(hours, addOns[category]).times(member.quantity);
  return new Map(
    cardDefaultCategories.map((category) => [
      category,
      sum(labour.map((priced) => costOf(priced, category))),
    ]),
  );
}

function crewResult(
  { base: labourBase, tier4: labourTotal }: Subtotals,
  { base: equipmentBase, tier4: equipmentTotal }: Subtotals,
  { manHours, machineHours, basis }: { manHours: Decimal; machineHours: Decimal; basis: RateBasis },
): CrewResult {
  const crewHours = crewHoursOf(basis.week);
  const total = labourTotal.plus(equipmentTotal);
  const labourRatePerManHour = ratio(labourTotal, manHours);
  const equipmentRatePerManHour = ratio(equipmentTotal, manHours);
  const labourRatePerCrewHour = ratio(labourTotal, crewHours);
  const equipmentRatePerCrewHour = ratio(equipmentTotal, crewHours);
  return {
    manHours,
    machineHours,
    crewHours,
    labourTotal,
    equipmentTotal,
    total,
    labourRatePerManHour,
    equipmentRatePerManHour,
    totalRatePerManHour: added(labourRatePerManHour, equipmentRatePerManHour),
    labourRatePerCrewHour,
    equipmentRatePerCrewHour,
    totalRatePerCrewHour: added(labourRatePerCrewHour, equipmentRatePerCrewHour),
    costPerDay: round(total.div(basis.week.daysPerWeek), 2),
    labourMultiplier: ratio(labourTotal, labourBase),
    equipmentMultiplier: ratio(equipmentTotal, equipmentBase),
  };
}

const multipliers = ({ base, tier1, tier2, tier3, tier4 }: Subtotals): Multipliers => ({
  tier1: ratio(tier1, base),
  tier2: ratio(tier2, tier1),
  tier3: ratio(tier3, tier2),
  tier4: ratio(tier4, tier3),
  total: ratio(tier4, base),
});

const ratio = (value: Decimal, divisor: Decimal): Decimal | null =>
  divisor.eq(zero) ? null : round(value.div(divisor), 4);
