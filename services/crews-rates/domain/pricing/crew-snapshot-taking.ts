import type { Database } from '@consulting/kernel/postgres';
import { DomainError, loweredText } from '@consulting/kernel/schema';
import type { ProjectPricing } from '../../neighbours/clients-projects';
import { askEquipment, type EquipmentFacts } from '../../neighbours/equipment-wbs';
import type { ProjectTerms } from '../../rates/basis';
import type { Quarter, RateCard } from '../../rates/card';
import {
  type PlaceOverride,
  type ProjectLocation,
  type ProjectPlace,
  requireLocation,
} from '../../rates/location';
import { type CardMatch, comparable, matchMembers, pairOf } from '../../rates/matching';
import { type LabourMember, needsCard } from '../../rates/member';
import { explainMissing, type MissingMatch } from '../../rates/missing-match';
import { matchingUnder, placeUnder, type Repricing, termsUnder } from '../../rates/repricing';
import type { Matching, RateSnapshot } from '../../rates/snapshot';
import * as store from '../../store/crew-cards';
import type { Ctx } from '../context';
import type { Composition } from './crew-snapshot';

export interface CrewToPlace {
  composition: Composition;
  matching: Matching;
  repricing?: Repricing | null;
}

const noMatches: LabourMatches = { matches: [], missing: [] };

/**
 * Equipment is asked for, and cards are read, once for all crews. A project without country or year matches no cards.
 * @throws DEPENDENCY_UNAVAILABLE, EQUIPMENT_RATE_MISSING for equipment that is gone
 */
export async function takeSnapshots(
  ctx: Pick<Ctx, 'db' | 'bus'>,
  pricing: ProjectPricing,
  crews: readonly CrewToPlace[],
  isReadingOnly = false,
): Promise<RateSnapshot[]> {
  const pricedWith = basisFor(pricing);
  const toMatch = crews.map(({ composition, matching, repricing }) => {
    const { place } = pricedWith(repricing);
    const override = matchingUnder(matching, repricing ?? null);
    return {
      members: composition.labourMembers,
      location: isPlaced(place, override) ? requireLocation(place, override) : null,
      strict: matching.strict ?? false,
    };
  });
  const placed = toMatch.flatMap(({ location, ...crew }) => (location ? [{ ...crew, location }] : []));
  const codes = crews.flatMap(({ composition }) => composition.equipmentMembers.map(codeOf));
  const [matched, machines] = await Promise.all([
    matchLabour(ctx.db, placed),
    askMachines(ctx, codes, pricing.project.projectId, isReadingOnly),
  ]);
  let next = 0;
  return crews.map(({ composition, matching: { strict, ...matching }, repricing }, at) => ({
    ...pricedWith(repricing),
    override: matchingUnder(matching, repricing ?? null),
    ...(toMatch[at]?.location ? (matched[next++] ?? noMatches) : noMatches),
    machines: composition.equipmentMembers.map((member) => requireMachine(machines, codeOf(member))),
  }));
}

function basisFor(pricing: ProjectPricing) {
  const place = placeOf(pricing);
  const terms = termsOf(pricing);
  const known = new Map<Repricing, Pick<RateSnapshot, 'place' | 'terms'>>();
  return (repricing: Repricing | null | undefined) => {
    if (!repricing) return { place, terms };
    const found = known.get(repricing) ?? {
      place: placeUnder(place, repricing),
      terms: termsUnder(terms, repricing),
    };
    known.set(repricing, found);
    return found;
  };
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

interface LabourToMatch {
  members: readonly LabourMember[];
  location: ProjectLocation;
  strict: boolean;
}

interface LabourMatches {
  matches: (CardMatch | null)[];
  missing: MissingMatch[];
}

const yearsBack = 2;

const yearsAhead = 1;

async function matchLabour(db: Database, crews: readonly LabourToMatch[]): Promise<LabourMatches[]> {
  const byPlace = Map.groupBy(crews, ({ location }) => JSON.stringify(location));
  const found = new Map<LabourToMatch, LabourMatches>();
  for (const group of byPlace.values()) {
    const cards = await cardsFor(db, group);
    for (const crew of group) found.set(crew, match(crew, cards));
    await explain(db, group, found);
  }
  return crews.map((crew) => found.get(crew) ?? { matches: [], missing: [] });
}

function pairsOf(members: readonly LabourMember[]) {
  const distinct = new Map(members.filter(needsCard).map((member) => [pairOf(member), member]));
  return [...distinct.values()].map(({ tradeCode, laborDesignation }) => ({
    tradeCode: comparable(tradeCode) ?? '',
    laborDesignation: comparable(laborDesignation) ?? '',
  }));
}

async function cardsFor(db: Database, [first, ...others]: readonly LabourToMatch[]): Promise<RateCard[]> {
  if (!first) return [];
  const pairs = pairsOf([first, ...others].flatMap(({ members }) => members));
  const { country, region, province, projectType, year } = first.location;
  if (pairs.length === 0) return [];
  return store.findEligibleCards(db, pairs, {
    country: country.toUpperCase(),
    region: comparable(region),
    province: comparable(province),
    projectType: comparable(projectType),
    years: [year - yearsBack, year + yearsAhead],
  });
}

function match({ members, location, strict }: LabourToMatch, cards: readonly RateCard[]): LabourMatches {
  const matched = matchMembers(cards, members, location, { strict });
  const matches = matched.map(({ member, match }) => (needsCard(member) ? match : null));
  return { matches, missing: [] };
}

async function explain(
  db: Database,
  crews: readonly LabourToMatch[],
  found: ReadonlyMap<LabourToMatch, LabourMatches>,
): Promise<void> {
  const unmatched = new Map(
    crews.map((crew) => {
      const matches = found.get(crew)?.matches ?? [];
      return [crew, crew.members.filter((member, at) => needsCard(member) && !matches[at])] as const;
    }),
  );
  const pairs = pairsOf([...unmatched.values()].flat());
  const [first] = crews;
  if (pairs.length === 0 || !first) return;
  const [cards, priced] = await Promise.all([
    store.findCardsOfCountry(db, pairs, first.location.country.toUpperCase()),
    store.findPricedPairs(db, pairs),
  ]);
  const pricedPairs = new Set(priced.map(pairOf));
  for (const [crew, members] of unmatched) {
    const search = { cards, pricedPairs, location: crew.location, strict: crew.strict };
    const matches = found.get(crew);
    if (matches) matches.missing = members.map((member) => explainMissing(member, search));
  }
}
