import type { Database } from '@consulting/kernel/store/connect';
import type { RateCard } from '../../rates/card';
import type { ProjectLocation } from '../../rates/location';
import { type CardMatch, matchMembers, pairOf } from '../../rates/matching';
import { type LabourMember, needsCard } from '../../rates/member';
import { explainMissing, type MissingMatch } from '../../rates/missing-match';
import { comparable } from '../../rates/same-text';
import * as store from '../../store/crew-cards';

export interface LabourToMatch {
  members: readonly LabourMember[];
  location: ProjectLocation;
  strict: boolean;
}

export interface LabourMatches {
  /** In the order of the members; null for a rate entered by hand and for a member without a card. */
  matches: (CardMatch | null)[];
  missing: MissingMatch[];
}

const yearsBack = 2;
const yearsAhead = 1;

export async function matchLabour(db: Database, crews: readonly LabourToMatch[]): Promise<LabourMatches[]> {
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
