import type { ServiceCrewRates } from '@consulting/kernel/contracts/crews-rates';
import { INVALID, type LongNumber, number, type Reading, type Static } from '@consulting/kernel/schema';
import {
  type CommonKey,
  commonPosition,
  type Discipline,
  type Field,
  fieldsOf,
} from '@consulting/takeoff-fields';
import { type Cell, isSameCell, type Line, type LineMatches } from '../fields/line';
import { lineEvaluator } from '../formula/evaluate';
import type { LineToStore } from './stored-line';

export type CrewRates = Static<typeof ServiceCrewRates>;

const crewCode = commonPosition('crewCode');
const crewSize = commonPosition('crewSize');
const labourRate = commonPosition('labourRate');
const labourRateSource = commonPosition('labourRateSource');
const labourRateBasis = commonPosition('labourRateBasis');
const equipmentRate = commonPosition('equipmentRate');
const wbsCode = commonPosition('wbsCode');
const currencyAt = commonPosition('currency');
const totalCostOverride = commonPosition('totalCostOverride');

export interface LineDraft extends LineToStore {
  former?: Line;
  given: { has(key: string): boolean };
  totalCost: number | LongNumber | null | undefined;
}

export const commonValue = ({ values }: { values: Line }, key: CommonKey): Cell =>
  values[commonPosition(key)] ?? null;

export const changedPositions = ({ discipline, values: before }: LineToStore, after: LineToStore): number[] =>
  fieldsOf(discipline).flatMap(({ type }, position) =>
    isSameCell(type, before[position] ?? null, after.values[position] ?? null) ? [] : [position],
  );

export const hasOtherMatches = (before: LineMatches, after: LineMatches): boolean =>
  before.crewRateMatched !== after.crewRateMatched || before.wbsMatched !== after.wbsMatched;

export const isSameLine = (before: LineToStore, after: LineToStore): boolean =>
  changedPositions(before, after).length === 0 && !hasOtherMatches(before, after);

export interface KnownReferences {
  crews: ReadonlyMap<string, CrewRates>;
  wbsCodes: { has(code: string): boolean };
}

export const crewKeys = [
  'crewCode',
  'crewSize',
  'labourRate',
  'labourRateSource',
  'labourRateBasis',
  'equipmentRate',
];

export interface GivenValues {
  crew: boolean;
  labourRate: boolean;
  labourRateSource: boolean;
  wbsCode: boolean;
  totalCostOverride: boolean;
}

export const givenBy = (keys: { has(key: string): boolean }): GivenValues => ({
  crew: crewKeys.some((key) => keys.has(key)),
  labourRate: keys.has('labourRate'),
  labourRateSource: keys.has('labourRateSource'),
  wbsCode: keys.has('wbsCode'),
  totalCostOverride: keys.has('totalCostOverride'),
});

export class LineCompletion {
  readonly calculate: (line: Line) => void;
  readonly #costInputs: readonly number[];

  constructor(
    discipline: Discipline,
    private readonly currency: string,
  ) {
    this.calculate = lineEvaluator(discipline);
    this.#costInputs = costInputsOf(discipline);
  }

  complete(
    line: Line,
    given: GivenValues,
    totalCost: Cell | undefined,
    known: KnownReferences,
    matches: LineMatches,
    former?: Line,
  ): void {
    this.apply(line, given, known, matches, former);
    if (totalCost !== undefined && this.takesTotal(line, given)) line[totalCostOverride] = totalCost;
    this.calculate(line);
  }

  apply(line: Line, given: GivenValues, known: KnownReferences, matches: LineMatches, former?: Line): void {
    line[currencyAt] = this.currency;
    if (given.wbsCode) matches.wbsMatched = isSet(line, wbsCode) && known.wbsCodes.has(String(line[wbsCode]));
    const hasSource = given.labourRateSource && isSet(line, labourRateSource);
    if (given.labourRate && isSet(line, labourRate) && !hasSource) line[labourRateSource] = 'manual';
    if (given.crew) matches.crewRateMatched = applyCrew(line, known.crews, former);
    else if (!isSet(line, crewCode)) matches.crewRateMatched = false;
  }

  takesTotal(line: Line, given: GivenValues): boolean {
    if (given.totalCostOverride) return false;
    const hasRates = isSet(line, labourRate) || isSet(line, equipmentRate);
    if (hasRates && line[labourRateSource] === 'crew') return false;
    for (const position of this.#costInputs) if (Number(line[position] ?? 0) !== 0) return false;
    return true;
  }
}

const costInputs = new Map<Discipline, readonly number[]>();

function costInputsOf(discipline: Discipline): readonly number[] {
  const known = costInputs.get(discipline);
  if (known !== undefined) return known;
  const found = fieldsOf(discipline).flatMap((field, position) => (isCostInput(field) ? [position] : []));
  costInputs.set(discipline, found);
  return found;
}

const isSet = (line: Line, position: number): boolean => (line[position] ?? null) !== null;

const crewCodeOf = (line: Line): string | null =>
  isSet(line, crewCode) ? String(line[crewCode]).toLowerCase() : null;

const setByCrew = [labourRate, equipmentRate, crewSize, labourRateBasis, labourRateSource];

/** Rates that came from a crew go with it, manual ones stay (resources.md 15.2, extensions.md 10.5). */
function applyCrew(line: Line, crews: ReadonlyMap<string, CrewRates>, former: Line | undefined): boolean {
  const code = crewCodeOf(line);
  const crew = code === null ? undefined : crews.get(code);
  const isLeft = crew === undefined || (former !== undefined && crewCodeOf(former) !== code);
  if (isLeft && line[labourRateSource] === 'crew') for (const position of setByCrew) line[position] = null;
  if (crew === undefined) return false;
  if (line[labourRateSource] === 'manual') return true;
  line[labourRateSource] = 'crew';
  line[labourRateBasis] = 'all-in-with-indirects';
  line[labourRate] = crew.labourRate ?? line[labourRate] ?? null;
  line[equipmentRate] = crew.equipmentRate ?? line[equipmentRate] ?? null;
  line[crewSize] = crew.crewSize ?? line[crewSize] ?? null;
  return true;
}

const commonCostInputs = [
  'materialUnitPrice',
  'labourRate',
  'equipmentRate',
  'specialEquipmentCost',
  'subcontractUnitPrice',
  'subcontractLumpSum',
];

export const isCostInput = ({ key, group }: Field): boolean =>
  group === 'Material Cost Breakdown' || commonCostInputs.includes(key);

const total = number();

/**
 * A `totalCost` that is ignored may be any number; one that is used must be within the bounds of one
 * (resources.md 15.2).
 */
export function completeDraft(
  draft: LineDraft,
  currency: string,
  known: KnownReferences,
  reading: Reading,
): void {
  const { discipline, values, totalCost } = draft;
  const given = givenBy(draft.given);
  const completion = new LineCompletion(discipline, currency);
  completion.apply(values, given, known, draft, draft.former);
  if (totalCost !== undefined && completion.takesTotal(values, given)) {
    const read = totalCost === null ? null : total.kind.read(totalCost, 'totalCost', reading);
    if (read !== INVALID) values[commonPosition('totalCostOverride')] = read;
  }
  completion.calculate(values);
}

export function crewToAsk(draft: LineDraft): string | null {
  const isTouched = crewKeys.some((key) => draft.given.has(key));
  const code = commonValue(draft, 'crewCode');
  return isTouched && typeof code === 'string' ? code : null;
}

export const crewsByCode = (crews: readonly CrewRates[]): ReadonlyMap<string, CrewRates> =>
  new Map(crews.map((crew) => [crew.crewCode.toLowerCase(), crew]));
