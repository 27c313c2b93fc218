import type { CrewRates } from '../neighbours/crews-rates';
import { commonValue, type LineDraft } from './line-draft';

export const crewKeys = [
  'crewCode',
  'crewSize',
  'labourRate',
  'labourRateSource',
  'labourRateBasis',
  'equipmentRate',
];

export function crewToAsk(draft: LineDraft): string | null {
  const isTouched = crewKeys.some((key) => draft.given.has(key));
  const code = commonValue(draft, 'crewCode');
  return isTouched && typeof code === 'string' ? code : null;
}

export const crewsByCode = (crews: readonly CrewRates[]): ReadonlyMap<string, CrewRates> =>
  new Map(crews.map((crew) => [crew.crewCode.toLowerCase(), crew]));
