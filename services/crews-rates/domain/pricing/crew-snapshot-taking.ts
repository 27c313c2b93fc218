import { DomainError } from '@consulting/kernel/errors';
import { loweredText } from '@consulting/kernel/text';
import type { Ctx } from '../../context';
import type { ProjectPricing } from '../../neighbours/clients-projects';
import { askEquipment, type EquipmentFacts } from '../../neighbours/equipment-wbs';
import type { ProjectTerms } from '../../rates/basis';
import type { Quarter } from '../../rates/card';
import { type PlaceOverride, type ProjectPlace, requireLocation } from '../../rates/location';
import type { Matching, RateSnapshot } from '../../rates/snapshot';
import { type LabourMatches, matchLabour } from './crew-cards';
import type { Composition } from './crew-snapshot';

export interface CrewToPlace {
  composition: Composition;
  matching: Matching;
}

const noMatches: LabourMatches = { matches: [], missing: [] };

/** Equipment is asked for, and cards are read, once for all crews. A project without country or year matches no cards. @throws DEPENDENCY_UNAVAILABLE, EQUIPMENT_RATE_MISSING for equipment that is gone */
export async function takeSnapshots(
  ctx: Pick<Ctx, 'db' | 'bus'>,
  pricing: ProjectPricing,
  crews: readonly CrewToPlace[],
  isReadingOnly = false,
): Promise<RateSnapshot[]> {
  const place = placeOf(pricing);
  const terms = termsOf(pricing);
  const toMatch = crews.map(({ composition, matching }) => ({
    members: composition.labourMembers,
    location: isPlaced(place, matching) ? requireLocation(place, matching) : null,
    strict: matching.strict ?? false,
  }));
  const placed = toMatch.flatMap(({ location, ...crew }) => (location ? [{ ...crew, location }] : []));
  const codes = crews.flatMap(({ composition }) => composition.equipmentMembers.map(codeOf));
  const [matched, machines] = await Promise.all([
    matchLabour(ctx.db, placed),
    askMachines(ctx, codes, pricing.project.projectId, isReadingOnly),
  ]);
  let next = 0;
  return crews.map(({ composition, matching: { strict, ...override } }, at) => ({
    place,
    override,
    terms,
    ...(toMatch[at]?.location ? (matched[next++] ?? noMatches) : noMatches),
    machines: composition.equipmentMembers.map((member) => requireMachine(machines, codeOf(member))),
  }));
}

const codeOf = ({ equipmentCode }: { equipmentCode: string }) => equipmentCode;

const isPlaced = ({ country, year }: ProjectPlace, override: PlaceOverride) =>
  country !== null && (override.year ?? year) !== null;

function askMachines(
  { bus }: Pick<Ctx, 'bus'>,
  codes: readonly string[],
  projectId: string,
  isReadingOnly: boolean,
) {
  if (codes.length === 0) return new Map<string, EquipmentFacts>();
  return askEquipment(bus, codes, projectId, isReadingOnly);
}

function requireMachine(machines: ReadonlyMap<string, EquipmentFacts>, code: string): EquipmentFacts {
  const machine = machines.get(loweredText(code));
  if (machine) return machine;
  const detail = `Equipment ${code} is not in the catalogue.`;
  throw new DomainError('EQUIPMENT_RATE_MISSING', detail, { equipmentCode: code });
}

function placeOf({ project }: ProjectPricing): ProjectPlace {
  const { country, region, province, year, quarter, projectType } = project;
  return { country, region, province, year, quarter: quarter as Quarter | null, projectType };
}

function termsOf({ project, indirectCosts }: ProjectPricing): ProjectTerms {
  const { workWeek, labour, equipment, fuelPrices, exchangeRates } = indirectCosts;
  return {
    currency: project.currency,
    workWeek,
    indirectCosts: { labour, equipment },
    fuelPrices,
    exchangeRates,
  };
}
