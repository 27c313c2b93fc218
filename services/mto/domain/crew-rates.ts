import type { CrewRates } from '../messages/asks';
import type { LineDraft } from './line-draft';

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
export function crewToAsk({ given, values }: LineDraft): string | null {
  const isTouched = crewKeys.some((key) => given.has(key));
  return isTouched && typeof values.crewCode === 'string' ? values.crewCode : null;
}

/** Crews by their code, case ignored. */
export const crewsByCode = (crews: readonly CrewRates[]): ReadonlyMap<string, CrewRates> =>
  new Map(crews.map((crew) => [crew.crewCode.toLowerCase(), crew]));
