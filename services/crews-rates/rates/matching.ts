import type { CardKey, RateCard } from './card';
import type { ProjectLocation } from './location';
import { cardGrader, stepOf } from './match-grade';
import { labourName } from './member';
import { comparable, sameTextAs } from './same-text';
import type { Warning } from './warning';

export interface CardMatch<Card extends CardKey = RateCard> {
  card: Card;
  matchStep: number;
  periodDistanceQuarters: number;
}

export interface MatchOptions {
  strict?: boolean;
}

export interface Wanted {
  tradeCode: string;
  laborDesignation: string;
}

/** rates.md 7: the first of 18 steps that has a card, in it the nearest in time, one with a region before one without, the lowest memberId. Inactive cards and cards of another trade, designation or country never match. */
export function matchCard<Card extends CardKey>(
  cards: readonly Card[],
  wanted: Wanted,
  location: ProjectLocation,
  options: MatchOptions = {},
): CardMatch<Card> | null {
  return bestOf(activeCardsOf(cards, wanted, location.country), location, options);
}

export function matchMembers<Card extends CardKey, Member extends Wanted>(
  cards: readonly Card[],
  members: readonly Member[],
  location: ProjectLocation,
  options: MatchOptions = {},
): { member: Member; match: CardMatch<Card> | null }[] {
  const byPair = Map.groupBy(activeCardsIn(cards, location.country), pairOf);
  return members.map((member) => ({
    member,
    match: bestOf(byPair.get(pairOf(member)) ?? [], location, options),
  }));
}

export function activeCardsOf<Card extends CardKey>(
  cards: readonly Card[],
  wanted: Wanted,
  country: string,
): Card[] {
  const pair = pairOf(wanted);
  return activeCardsIn(cards, country).filter((card) => pairOf(card) === pair);
}

export const pairOf = ({ tradeCode, laborDesignation }: Wanted): string =>
  `${comparable(tradeCode)}\n${comparable(laborDesignation)}`;

/** FALLBACK_MATCH of every step but the first. */
export function matchWarnings(member: Wanted, { card, matchStep }: CardMatch<CardKey>): Warning[] {
  if (matchStep === 1) return [];
  const place = card.province ?? card.region ?? card.country;
  const projectType = card.projectType ?? 'any project type';
  const message = `Priced in step ${matchStep} with the rate card of ${place}, ${projectType}, ${card.year} ${card.quarter}.`;
  return [{ code: 'FALLBACK_MATCH', message, member: labourName(member), step: matchStep }];
}

function activeCardsIn<Card extends CardKey>(cards: readonly Card[], country: string): Card[] {
  const isCountry = sameTextAs(country);
  return cards.filter((card) => card.isActive && isCountry(card.country));
}

function bestOf<Card extends CardKey>(
  cards: readonly Card[],
  location: ProjectLocation,
  { strict = false }: MatchOptions,
): CardMatch<Card> | null {
  const gradeOf = cardGrader(location);
  let best: CardMatch<Card> | null = null;
  for (const card of cards) {
    const grade = gradeOf(card);
    const matchStep = stepOf(grade);
    if (matchStep === null || (strict && matchStep !== 1)) continue;
    const match = { card, matchStep, periodDistanceQuarters: grade.distance };
    if (best === null || compareMatches(match, best) < 0) best = match;
  }
  return best;
}

function compareMatches(one: CardMatch<CardKey>, other: CardMatch<CardKey>): number {
  if (one.matchStep !== other.matchStep) return one.matchStep - other.matchStep;
  const distance = Math.abs(one.periodDistanceQuarters) - Math.abs(other.periodDistanceQuarters);
  if (distance !== 0) return distance;
  const [region, otherRegion] = [comparable(one.card.region), comparable(other.card.region)];
  if ((region === null) !== (otherRegion === null)) return region === null ? 1 : -1;
  return one.card.memberId < other.card.memberId ? -1 : 1;
}
