import { DomainError } from '@consulting/kernel/schema';
import type { CardKey, Quarter } from './card';
import type { ProjectLocation } from './location';
import {
  activeCardsOf,
  type CardMatch,
  cardGrader,
  type Grade,
  type MatchOptions,
  pairOf,
  type Wanted,
} from './matching';
import type { LabourMember } from './member';

const nearestMax = 3;

export type MissingReason =
  | 'NO_CARD_FOR_TRADE'
  | 'NO_CARD_IN_COUNTRY'
  | 'NO_CARD_IN_LOCATION'
  | 'NO_CARD_FOR_PROJECT_TYPE'
  | 'NO_CARD_IN_PERIOD';

export interface NearCard {
  memberId: string;
  region: string | null;
  province: string | null;
  year: number;
  quarter: Quarter;
  projectType: string | null;
}

export interface MissingMatch extends Wanted {
  quantity: number;
  reason: MissingReason;
  nearest: NearCard[];
}

export interface Search extends MatchOptions {
  location: ProjectLocation;
  cards: readonly CardKey[];
  pricedPairs: ReadonlySet<string>;
}

type Unmatched = Pick<LabourMember, 'tradeCode' | 'laborDesignation' | 'quantity'>;

export function explainMissing(member: Unmatched, search: Search): MissingMatch {
  const { location } = search;
  const cards = activeCardsOf(search.cards, member, location.country);
  const gradeOf = cardGrader(location);
  const graded = cards.map((card) => ({ card, grade: gradeOf(card) }));
  graded.sort((one, other) => compareGrades(one.grade, other.grade) || byId(one.card, other.card));
  return {
    tradeCode: member.tradeCode,
    laborDesignation: member.laborDesignation,
    quantity: Number(member.quantity),
    reason: reasonOf(
      graded.map(({ grade }) => grade),
      search.pricedPairs.has(pairOf(member)),
      search.strict ?? false,
    ),
    nearest: graded.slice(0, nearestMax).map(({ card }) => nearCard(card)),
  };
}

export function requireMatches(
  matches: readonly { member: LabourMember; match: CardMatch<CardKey> | null }[],
  search: Search & { allowPartial?: boolean },
): void {
  const missing = matches.filter(({ member, match }) => match === null && member.rateOverride === null);
  const pricedCount = matches.length - missing.length;
  if (missing.length === 0 || (search.allowPartial && pricedCount > 0)) return;
  throw noMatchingMembers(
    search.location,
    matches.filter(({ match }) => match !== null).length,
    missing.map(({ member }) => explainMissing(member, search)),
  );
}

export const noMatchingMembers = (
  projectLocation: ProjectLocation,
  matched: number,
  missing: readonly MissingMatch[],
) =>
  new DomainError('NO_MATCHING_CREW_MEMBERS', 'No matching crew members for the project location', {
    projectLocation,
    matched,
    missing,
  });

function reasonOf(grades: readonly Grade[], isPricedSomewhere: boolean, strict: boolean): MissingReason {
  const fits = (grade: number | null) => (strict ? grade === 0 : grade !== null);
  if (grades.length === 0) return isPricedSomewhere ? 'NO_CARD_IN_COUNTRY' : 'NO_CARD_FOR_TRADE';
  const inLocation = grades.filter(({ location }) => fits(location));
  if (inLocation.length === 0) return 'NO_CARD_IN_LOCATION';
  const ofType = inLocation.filter(({ projectType }) => fits(projectType));
  return ofType.length === 0 ? 'NO_CARD_FOR_PROJECT_TYPE' : 'NO_CARD_IN_PERIOD';
}

function compareGrades(one: Grade, other: Grade): number {
  const unfit = Number.MAX_SAFE_INTEGER;
  return (
    (one.location ?? unfit) - (other.location ?? unfit) ||
    (one.projectType ?? unfit) - (other.projectType ?? unfit) ||
    Math.abs(one.distance) - Math.abs(other.distance)
  );
}

const byId = (one: CardKey, other: CardKey): number => (one.memberId < other.memberId ? -1 : 1);

const nearCard = ({ memberId, region, province, year, quarter, projectType }: CardKey): NearCard => ({
  memberId,
  region,
  province,
  year,
  quarter,
  projectType,
});
