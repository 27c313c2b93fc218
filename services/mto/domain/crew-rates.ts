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

/**
 * Sets the rates of a line from its crew (resources.md 15.2): a rate in the request without a source is manual; a manual
 * rate is never overwritten. A crew that is incomplete leaves the last rates.
 */
export function applyCrewRates(draft: LineDraft, crews: ReadonlyMap<string, CrewRates>): void {
  const { given, values } = draft;
  const hasSource = given.has('labourRateSource') && values.labourRateSource !== null;
  if (given.has('labourRate') && values.labourRate !== null && !hasSource) values.labourRateSource = 'manual';
  if (values.crewCode === null) draft.crewRateMatched = false;
  const code = crewToAsk(draft);
  if (code === null) return;
  const crew = crews.get(code.toLowerCase());
  draft.crewRateMatched = crew !== undefined;
  if (crew === undefined || values.labourRateSource === 'manual') return;
  values.labourRateSource = 'crew';
  values.labourRateBasis = 'all-in-with-indirects';
  values.labourRate = crew.labourRate ?? values.labourRate ?? null;
  values.equipmentRate = crew.equipmentRate ?? values.equipmentRate ?? null;
  values.crewSize = crew.crewSize ?? values.crewSize ?? null;
}
