import { type Fault, INVALID, type Reading } from '@consulting/kernel/schema';
import {
  commonFields,
  commonPosition,
  type Discipline,
  fieldsOf,
  isNumeric,
  positionOf,
} from '@consulting/takeoff-fields';
import { type Cell, isSameCell, type Line, type LineMatches } from '../fields/line';
import { calculatedPositions } from '../formula/evaluate';
import {
  crewKeys,
  type GivenValues,
  givenBy,
  type KnownReferences,
  LineCompletion,
} from '../line/completion';
import type { StoredPricing } from '../line/line-prices';
import { type Accept, acceptorOf } from './results';
import type { FittedOperation, Updates } from './updates';

const crewPositions = crewKeys.map(commonPosition);
const completedPositions = ['currency', 'totalCostOverride'].map(commonPosition);
const itemNumberAt = commonPosition('itemNumber');

export interface ChangedLine extends LineMatches {
  id: string;
  columns: readonly Cell[];
  own: Readonly<Record<string, string | null>>;
  // JSON of the prices that are added.
  prices?: string;
}

export interface LockedLine extends LineMatches {
  id: string;
  serviceId: string;
  discipline: Discipline;
  line: Line;
  pricing: StoredPricing | null;
}

export function editedPositions(
  disciplines: readonly Discipline[],
  { keys, operations }: Pick<Updates, 'keys' | 'operations'>,
) {
  const plans = disciplines.map(calculatedPositions);
  const computed = plans.flatMap((plan) => [...plan.computed]);
  const sources = [...operations.values()].map(({ source }) => source);
  const written = [...positionsOf(keys), ...computed, ...crewPositions, ...completedPositions];
  const read = [
    ...written,
    ...plans.flatMap((plan) => [...plan.read]),
    ...positionsOf(sources),
    itemNumberAt,
  ];
  return { read: common(read), written: common(written) };
}

const positionsOf = (keys: readonly string[]): number[] =>
  commonFields.flatMap(({ key }, position) => (keys.includes(key) ? [position] : []));

const common = (positions: readonly number[]): number[] =>
  [...new Set(positions)].filter((position) => position < commonFields.length).sort((a, b) => a - b);

interface Result {
  position: number;
  sourcePosition: number;
  operation: FittedOperation;
  accept: Accept;
}

export class LineEditor {
  readonly given: GivenValues;
  readonly changedPositions = new Set<number>();
  readonly #completion: LineCompletion;
  readonly #set: { position: number; value: Cell }[];
  readonly #results: Result[];
  readonly #own: { position: number; key: string; isNumeric: boolean }[];

  constructor(
    discipline: Discipline,
    { project, updates }: { project: { currency: string }; updates: Updates },
    private readonly written: readonly number[],
  ) {
    this.#completion = new LineCompletion(discipline, project.currency);
    this.given = givenBy(updates);
    const { computed } = calculatedPositions(discipline);
    const fields = fieldsOf(discipline).map((field, position) => ({ field, position }));
    this.#set = fields.flatMap(({ field, position }) => {
      const value = updates.values.get(field.key);
      return value === undefined ? [] : [{ position, value }];
    });
    this.#results = fields.flatMap(({ field, position }) => {
      const operation = updates.operations.get(field.key);
      if (operation === undefined) return [];
      const sourcePosition = positionOf(discipline, operation.source);
      return [{ position, sourcePosition, operation, accept: acceptorOf(field, project) }];
    });
    this.#own = fields
      .filter(({ field, position }) => computed.has(position) || updates.has(field.key))
      .filter(({ position }) => position >= commonFields.length)
      .map(({ field, position }) => ({ position, key: field.key, isNumeric: isNumeric(field) }));
  }

  /** Every new value is made from the line as it was; the result is neither completed nor calculated. */
  edit(line: Line): { after: Line; faults: Fault[] } {
    const after: Line = [...line];
    const reading: Reading = { faults: [] };
    for (const { position, value } of this.#set) after[position] = value;
    for (const { position, sourcePosition, operation, accept } of this.#results) {
      const value = line[sourcePosition] ?? null;
      const made = value === null ? operation.ifEmpty : operation.apply(value);
      const accepted = accept(made, operation.sentAs, reading);
      if (accepted !== INVALID) after[position] = accepted;
    }
    return { after, faults: reading.faults };
  }

  changed(
    before: LockedLine,
    after: Line,
    known: KnownReferences,
    given: GivenValues = this.given,
  ): ChangedLine | null {
    const { id, line, crewRateMatched, wbsMatched } = before;
    const matches = { crewRateMatched, wbsMatched };
    this.#completion.complete(after, given, undefined, known, matches, line);
    const own = this.#changedOwn(line, after);
    const changed = this.written.filter(
      (at) => !isSameCell(commonFields[at]?.type, line[at] ?? null, after[at] ?? null),
    );
    const isSame =
      changed.length === 0 &&
      Object.keys(own).length === 0 &&
      matches.crewRateMatched === crewRateMatched &&
      matches.wbsMatched === wbsMatched;
    if (isSame) return null;
    for (const at of changed) this.changedPositions.add(at);
    return { id, columns: this.written.map((at) => after[at] ?? null), own, ...matches };
  }

  #changedOwn(before: Line, after: Line): Record<string, string | null> {
    const changed: Record<string, string | null> = {};
    for (const { position, key, isNumeric: isNumber } of this.#own) {
      const [was, is] = [before[position] ?? null, after[position] ?? null];
      if (isSameCell(isNumber ? 'number' : 'text', was, is)) continue;
      changed[key] = is === null ? null : isNumber ? String(is) : JSON.stringify(is);
    }
    return changed;
  }
}
