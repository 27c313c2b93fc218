import { loweredText } from '@consulting/kernel/schema';
import { type CardKey, quarters, type RateCard } from './card';
import type { ProjectLocation } from './location';
import { labourName } from './member';
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

/**
 * The first of 18 steps that has a card decides (rates.md 7): in it the nearest in time, one with a region before one without, then the
 * lowest memberId. Inactive cards and cards of another trade, designation or country never match.
 */
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

const quartersBackMax = 8;

const quartersAheadMax = 4;

/**
 * A grade is 0 for the best fit and null for none (rates.md 7): `location` counts province, region, country;
 * `projectType` the same, any; `period` the same quarter, an earlier, a later one. `distance` is in quarters and
 * negative for an earlier card.
 */
export interface Grade {
  location: 0 | 1 | 2 | null;
  projectType: 0 | 1 | null;
  period: 0 | 1 | 2 | null;
  distance: number;
}

export function cardGrader(location: ProjectLocation): (card: CardKey) => Grade {
  const isRegion = sameTextAs(location.region);
  const isProvince = sameTextAs(location.province);
  const isProjectType = sameTextAs(location.projectType);
  const now = quarterNumber(location);
  const gradeLocation = ({ region, province }: CardKey): Grade['location'] => {
    const anyRegion = isBlank(region);
    if (!isBlank(province)) return isProvince(province) && (anyRegion || isRegion(region)) ? 0 : null;
    if (anyRegion) return 2;
    return isRegion(region) ? 1 : null;
  };
  return (card) => {
    const distance = quarterNumber(card) - now;
    const isAnyType = isBlank(card.projectType);
    return {
      location: gradeLocation(card),
      projectType: isAnyType ? 1 : isProjectType(card.projectType) ? 0 : null,
      period: gradePeriod(distance),
      distance,
    };
  };
}

function stepOf({ location, projectType, period }: Grade): number | null {
  if (location === null || projectType === null || period === null) return null;
  return location * 6 + projectType * 3 + period + 1;
}

function gradePeriod(distance: number): Grade['period'] {
  if (distance === 0) return 0;
  if (distance < 0) return distance >= -quartersBackMax ? 1 : null;
  return distance <= quartersAheadMax ? 2 : null;
}

const quarterNumber = ({ year, quarter }: Pick<ProjectLocation, 'year' | 'quarter'>): number =>
  year * 4 + quarters.indexOf(quarter);

const isBlank = (text: string | null): boolean => text === null || text.trim() === '';

const plainPattern = /^[\x21-\x7e]*$/;

/** rates.md 2.2 compares text trimmed, with inner white space collapsed and case ignored; empty text is null. */
export function comparable(text: string | null): string | null {
  if (text === null) return null;
  // Codes are the bulk of what is compared, and in ASCII the usual lower case is that of the database.
  if (plainPattern.test(text)) return text.toLowerCase() || null;
  return loweredText(text.trim().replace(/\s+/g, ' ')) || null;
}

function sameTextAs(wanted: string | null): (text: string | null) => boolean {
  const target = comparable(wanted);
  const answers = new Map<string | null, boolean>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = comparable(text) === target;
    answers.set(text, answer);
    return answer;
  };
}
