import type { EquipmentInput, LabourInput } from '../../fields/crew-composition';
import type { CostLevel, EnteredWeek } from '../../fields/crew-terms';
import { rateBasis } from '../../rates/basis';
import { type CrewRate, composeCrewRate } from '../../rates/composite';
import { type CrewPricing, type CrewToPrice, priceMembers } from '../../rates/crew-pricing';
import { placeWith, requireLocation } from '../../rates/location';
import { needsCard } from '../../rates/member';
import { noMatchingMembers } from '../../rates/missing-match';
import type { Matching, RateSnapshot } from '../../rates/snapshot';
import type { WorkWeek } from '../../rates/week';

export const matchingOf = ({ year, quarter, projectType, strict }: Matching): Matching => ({
  ...(year && { year }),
  ...(quarter && { quarter }),
  ...(projectType && { projectType }),
  ...(strict && { strict }),
});

export interface Composition {
  labourMembers: LabourInput[];
  equipmentMembers: EquipmentInput[];
}

interface CrewTerms {
  workWeek?: EnteredWeek | null;
  indirectCosts?: CostLevel | null;
}

interface RequestTerms extends CrewTerms {
  fuelPrices?: Record<string, number> | null;
  exchangeRates?: { currency: string; rate: number }[] | null;
}

export interface CrewWithSnapshot {
  composition: Composition;
  snapshot: RateSnapshot;
  crewTerms?: CrewTerms;
  requestTerms?: RequestTerms;
}

export const locationOf = ({ place, override }: RateSnapshot) => placeWith(place, override);

export function requirePlaced({ composition, snapshot }: CrewWithSnapshot): void {
  const { place, override } = snapshot;
  if (composition.labourMembers.some(needsCard)) requireLocation(place, override);
}

export function calculateSnapshot(crew: CrewWithSnapshot): CrewRate {
  const rate = composePricing(requirePrices(crew), crewToPrice(crew));
  if (rate === null) throw new Error('a labour member has neither a rate card nor a rate of its own');
  return rate;
}

export function requirePrices(crew: CrewWithSnapshot, allowPartial = false): CrewPricing {
  const { matches, missing, place, override } = crew.snapshot;
  requirePlaced(crew);
  const isPartial = allowPartial && missing.length < crew.composition.labourMembers.length;
  if (missing.length > 0 && !isPartial)
    throw noMatchingMembers(requireLocation(place, override), matches.filter(Boolean).length, missing);
  const pricing = priceMembers(crewToPrice(crew));
  const [fault] = pricing.faults;
  if (fault) throw fault.error;
  return pricing;
}

export function composePricing(pricing: CrewPricing, { basis }: CrewToPrice): CrewRate | null {
  const labour = pricing.labour.filter((priced) => priced !== null);
  const equipment = pricing.equipment.filter((priced) => priced !== null);
  const isWhole = labour.length === pricing.labour.length && equipment.length === pricing.equipment.length;
  return isWhole ? composeCrewRate({ labour, equipment, warnings: pricing.warnings, basis }) : null;
}

export function crewToPrice({
  composition,
  snapshot,
  crewTerms,
  requestTerms,
}: CrewWithSnapshot): CrewToPrice {
  const { labourMembers, equipmentMembers } = composition;
  const { terms, matches, machines } = snapshot;
  const workWeek = weekOf(terms.workWeek, crewTerms?.workWeek, requestTerms?.workWeek);
  return {
    labour: labourMembers.map((member, at) => ({ member, match: matches[at] ?? null })),
    equipment: equipmentMembers.map((member, at) => {
      const equipment = machines[at];
      if (!equipment) throw new Error(`the snapshot has no machine ${member.equipmentCode}`);
      return { member, pricedBy: { equipment, tag: equipment.tag } };
    }),
    basis: rateBasis(
      { ...terms, workWeek },
      { indirectCosts: crewTerms?.indirectCosts },
      { ...requestTerms, workWeek: null },
    ),
  };
}

function weekOf(week: WorkWeek, ...levels: (EnteredWeek | null | undefined)[]): WorkWeek {
  let { hoursPerDay, daysPerWeek } = week;
  for (const level of levels) {
    hoursPerDay = level?.hoursPerDay ?? hoursPerDay;
    daysPerWeek = level?.daysPerWeek ?? daysPerWeek;
  }
  return { hoursPerDay, daysPerWeek };
}
