import {
  type Cause,
  CausesOfChange,
  type Cell,
  commonPosition,
  type Discipline,
  disciplines,
  ExactSum,
  type ImportRevision,
  isSameCell,
  type Line,
  MovementSums,
} from '@consulting/mto-engine';
import type { ScopeSum } from '../../store/revision-matching';

const statusAt = commonPosition('status');
const scopeTypeAt = commonPosition('scopeType');
const unitAt = commonPosition('unitOfMeasure');
const quantityAt = commonPosition('quantity');
const totalCostAt = commonPosition('totalCost');

/** A sum before, and what moved it by cause. */
class Movements {
  readonly before = new ExactSum();
  readonly #moved = new MovementSums();
  readonly #missing: { sum: Cell; lines: number }[] = [];

  move(cause: Cause, from: Cell, to: Cell): void {
    this.#moved.move(cause, from, to);
  }

  miss(sum: Cell, lines: number): void {
    this.#missing.push({ sum, lines });
  }

  result(isMissingRemoved: boolean) {
    if (isMissingRemoved)
      for (const { sum, lines } of this.#missing.splice(0)) this.#moved.move('removed', sum, null, lines);
    const found = this.#moved.list();
    const after = this.before.plus(...found.map(({ amount }) => amount));
    return {
      before: this.before.text(),
      after: after.text(),
      difference: after.minus(this.before).text(),
      causes: found.map(({ cause, lines, amount }) => ({ cause, amount: amount.text(), lines })),
    };
  }
}

const isCounted = (line: Line): boolean => line[statusAt] !== 'void' && line[scopeTypeAt] !== 'excluded';

const unitOf = (line: Line): string | null => {
  const unit = line[unitAt] ?? null;
  return unit === null ? null : String(unit);
};

const quantityOf = (line: Line): Cell => line[quantityAt] ?? null;
const totalOf = (line: Line): Cell => line[totalCostAt] ?? null;

class DisciplineSums {
  readonly totalCost = new Movements();
  readonly quantities = new Map<string | null, Movements>();
  readonly #causes: CausesOfChange;

  constructor(discipline: Discipline) {
    this.#causes = new CausesOfChange(discipline);
  }

  quantityIn(unit: string | null): Movements {
    const known = this.quantities.get(unit);
    if (known !== undefined) return known;
    const movements = new Movements();
    this.quantities.set(unit, movements);
    return movements;
  }

  change(before: Line, after: Line): void {
    for (const { cause, from, to } of this.#causes.of(before, after)) this.totalCost.move(cause, from, to);
    const [unit, other] = [unitOf(before), unitOf(after)];
    const [from, to] = [quantityOf(before), quantityOf(after)];
    if (unit !== other) {
      this.quantityIn(unit).move('remeasured', from, null);
      this.quantityIn(other).move('remeasured', null, to);
    } else if (!isSameCell('number', from ?? 0, to ?? 0)) this.quantityIn(unit).move('quantity', from, to);
  }

  move(cause: 'added' | 'removed', line: Line): void {
    const sides = (cell: Cell): [Cell, Cell] => (cause === 'added' ? [null, cell] : [cell, null]);
    this.totalCost.move(cause, ...sides(totalOf(line)));
    this.quantityIn(unitOf(line)).move(cause, ...sides(quantityOf(line)));
  }
}

/** Quantity and money of the lines in scope before and after a revision, exact, so that a dry run says them, too. */
export class RevisionSums {
  readonly #disciplines = new Map<Discipline, DisciplineSums>();

  begin(sums: readonly ScopeSum[]): void {
    for (const { discipline, unitOfMeasure, quantity, totalCost, lines, isMissing } of sums) {
      const of = this.#of(discipline);
      const pairs = [
        [of.totalCost, totalCost],
        [of.quantityIn(unitOfMeasure), quantity],
      ] as const;
      for (const [movements, sum] of pairs) {
        movements.before.addCell(sum);
        if (isMissing) movements.miss(sum, lines);
      }
    }
  }

  add = (discipline: Discipline, line: Line): void => {
    if (isCounted(line)) this.#of(discipline).move('added', line);
  };

  /** A line that no longer counts is removed, one that counts again is added. */
  change(discipline: Discipline, before: Line, after: Line): void {
    const sums = this.#of(discipline);
    if (isCounted(before) && isCounted(after)) sums.change(before, after);
    else if (isCounted(before)) sums.move('removed', before);
    else if (isCounted(after)) sums.move('added', after);
  }

  result(isMissingRemoved: boolean): ImportRevision['byDiscipline'] {
    return disciplines.flatMap((discipline) => {
      const sums = this.#disciplines.get(discipline);
      if (sums === undefined) return [];
      const quantity = [...sums.quantities]
        .map(([unitOfMeasure, of]) => ({ unitOfMeasure, ...of.result(isMissingRemoved) }))
        .sort((one, other) => (one.unitOfMeasure ?? '').localeCompare(other.unitOfMeasure ?? ''));
      return [{ discipline, quantity, totalCost: sums.totalCost.result(isMissingRemoved) }];
    });
  }

  #of(discipline: Discipline): DisciplineSums {
    const known = this.#disciplines.get(discipline);
    if (known !== undefined) return known;
    const sums = new DisciplineSums(discipline);
    this.#disciplines.set(discipline, sums);
    return sums;
  }
}
