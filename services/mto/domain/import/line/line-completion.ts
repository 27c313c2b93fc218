import type { Discipline } from '../../../fields/discipline';
import { disciplines } from '../../../fields/discipline';
import { fieldsOf, positionOf } from '../../../fields/registry';
import type { CrewRates } from '../../../messages/asks';
import { lineEvaluator } from '../../formula/evaluate';
import type { Cell, Line } from '../../formula/line';
import { costInputsOf } from '../../total-cost';

/** Position of a common field, which is the same in every discipline. */
const at = (key: string): number => positionOf(disciplines[0], key);

const crewCode = at('crewCode');
const crewSize = at('crewSize');
const labourRate = at('labourRate');
const labourRateSource = at('labourRateSource');
const labourRateBasis = at('labourRateBasis');
const equipmentRate = at('equipmentRate');
const wbsCode = at('wbsCode');
const currencyAt = at('currency');
const totalCostOverride = at('totalCostOverride');

/** What the owners said of the codes that lines carry; a code that is not in a map is unknown to its owner. */
export interface KnownReferences {
  /** By code in lower case. */
  crews: ReadonlyMap<string, CrewRates>;
  wbsCodes: ReadonlySet<string>;
}

/** Which values a row speaks of; on a new line each that could be there counts, empty or not. */
export interface GivenValues {
  crew: boolean;
  labourRate: boolean;
  labourRateSource: boolean;
  wbsCode: boolean;
  totalCostOverride: boolean;
}

/** What a line has beside its values. */
export interface LineMatches {
  crewRateMatched: boolean;
  wbsMatched: boolean;
}

/**
 * Completes lines of one discipline in place: rates of the crew, currency, total and formulas (resources.md 15.2), by the
 * rules of single writes, over the array that the formulas work on.
 */
export class LineCompletion {
  readonly #evaluate: (line: Line) => void;
  readonly #costInputs: number[];

  constructor(
    discipline: Discipline,
    private readonly currency: string,
  ) {
    this.#evaluate = lineEvaluator(discipline);
    const keys = costInputsOf(discipline);
    this.#costInputs = fieldsOf(discipline).flatMap(({ key }, position) =>
      keys.includes(key) ? [position] : [],
    );
  }

  /** `totalCost` is that of the row, undefined when it has none; `matches` are those before and become those after. */
  complete(
    line: Line,
    given: GivenValues,
    totalCost: Cell | undefined,
    known: KnownReferences,
    matches: LineMatches,
  ): void {
    line[currencyAt] = this.currency;
    if (given.wbsCode) matches.wbsMatched = known.wbsCodes.has(String(line[wbsCode]));
    if (
      given.labourRate &&
      isSet(line, labourRate) &&
      !(given.labourRateSource && isSet(line, labourRateSource))
    )
      line[labourRateSource] = 'manual';
    if (!isSet(line, crewCode)) matches.crewRateMatched = false;
    else if (given.crew) matches.crewRateMatched = applyCrew(line, known.crews);
    if (totalCost !== undefined && !given.totalCostOverride && !this.#hasCostInput(line))
      line[totalCostOverride] = totalCost;
    this.#evaluate(line);
  }

  #hasCostInput(line: Line): boolean {
    if (line[labourRateSource] === 'crew' && (isSet(line, labourRate) || isSet(line, equipmentRate)))
      return true;
    for (const position of this.#costInputs) if (Number(line[position] ?? 0) !== 0) return true;
    return false;
  }
}

const isSet = (line: Line, position: number): boolean => (line[position] ?? null) !== null;

/** Takes the rates of the crew unless they are manual; true when the crew is known. */
function applyCrew(line: Line, crews: ReadonlyMap<string, CrewRates>): boolean {
  const crew = crews.get(String(line[crewCode]).toLowerCase());
  if (crew === undefined) return false;
  if (line[labourRateSource] === 'manual') return true;
  line[labourRateSource] = 'crew';
  line[labourRateBasis] = 'all-in-with-indirects';
  line[labourRate] = crew.labourRate ?? line[labourRate] ?? null;
  line[equipmentRate] = crew.equipmentRate ?? line[equipmentRate] ?? null;
  line[crewSize] = crew.crewSize ?? line[crewSize] ?? null;
  return true;
}
