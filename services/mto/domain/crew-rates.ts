import type { CrewRates } from '../neighbours/crews-rates';
import { commonValue, type LineDraft } from './line-draft';

/** Keys of which one in a request makes the line look at its crew again. */
export const crewKeys = [
  'crewCode',
  'crewSize',
  'labourRate',
  'labourRateSource',
  'labourRateBasis',
  'equipmentRate',
];

/** The crew code whose rates the line must know, or null. */
export function crewToAsk(draft: LineDraft): string | null {
  const isTouched = crewKeys.some((key) => draft.given.has(key));
  const code = commonValue(draft, 'crewCode');
  return isTouched && typeof code === 'string' ? code : null;
}

/** Crews by their code, case ignored. */
export const crewsByCode = (crews: readonly CrewRates[]): ReadonlyMap<string, CrewRates> =>
  new Map(crews.map((crew) => [crew.crewCode.toLowerCase(), crew]));
