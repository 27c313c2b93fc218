import {
  commonPosition,
  type Discipline,
  disciplines,
  ExactSum,
  type ImportRevision,
  type Line,
} from '@consulting/mto-engine';
import type { ScopeSum } from '../../store/revision-matching';

const statusAt = commonPosition('status');
const scopeTypeAt = commonPosition('scopeType');
const unitAt = commonPosition('unitOfMeasure');
const quantityAt = commonPosition('quantity');
const totalCostAt = commonPosition('totalCost');

type Side = 'before' | 'added' | 'taken' | 'missing';

class Sums {
  readonly before = new ExactSum();
  readonly added = new ExactSum();
  readonly taken = new ExactSum();
  readonly missing = new ExactSum();

  result(isMissingRemoved: boolean) {
    const gone = isMissingRemoved ? [this.taken, this.missing] : [this.taken];
    const after = this.before.minus(...gone, negative(this.added));
    return { before: this.before.text(), after: after.text(), difference: after.minus(this.before).text() };
  }
}

const negative = (sum: ExactSum): ExactSum => new ExactSum().minus(sum);

const isCounted = (line: Line): boolean => line[statusAt] !== 'void' && line[scopeTypeAt] !== 'excluded';

interface DisciplineSums {
  totalCost: Sums;
  quantities: Map<string | null, Sums>;
}

/** Quantity and money of the lines in scope before and after a revision, exact, so that a dry run says them, too. */
export class RevisionSums {
  readonly #disciplines = new Map<Discipline, DisciplineSums>();

  begin(sums: readonly ScopeSum[]): void {
    for (const { discipline, unitOfMeasure, quantity, totalCost, isMissing } of sums) {
      const sides: Side[] = isMissing ? ['before', 'missing'] : ['before'];
      for (const side of sides) {
        this.#of(discipline).totalCost[side].addCell(totalCost);
        this.#quantity(discipline, unitOfMeasure)[side].addCell(quantity);
      }
    }
  }

  take = (discipline: Discipline, line: Line): void => this.#add('taken', discipline, line);

  add = (discipline: Discipline, line: Line): void => this.#add('added', discipline, line);

  result(isMissingRemoved: boolean): ImportRevision['byDiscipline'] {
    return disciplines.flatMap((discipline) => {
      const sums = this.#disciplines.get(discipline);
      if (sums === undefined) return [];
      const quantity = [...sums.quantities]
        .map(([unitOfMeasure, of]) => {
          const { before, after } = of.result(isMissingRemoved);
          return { unitOfMeasure, before, after };
        })
        .sort((one, other) => (one.unitOfMeasure ?? '').localeCompare(other.unitOfMeasure ?? ''));
      return [{ discipline, quantity, totalCost: sums.totalCost.result(isMissingRemoved) }];
    });
  }

  #add(side: Side, discipline: Discipline, line: Line): void {
    if (!isCounted(line)) return;
    this.#of(discipline).totalCost[side].addCell(line[totalCostAt] ?? null);
    const unit = line[unitAt] ?? null;
    this.#quantity(discipline, unit === null ? null : String(unit))[side].addCell(line[quantityAt] ?? null);
  }

  #of(discipline: Discipline): DisciplineSums {
    const known = this.#disciplines.get(discipline);
    if (known !== undefined) return known;
    const sums = { totalCost: new Sums(), quantities: new Map() };
    this.#disciplines.set(discipline, sums);
    return sums;
  }

  #quantity(discipline: Discipline, unit: string | null): Sums {
    const { quantities } = this.#of(discipline);
    const known = quantities.get(unit);
    if (known !== undefined) return known;
    const sums = new Sums();
    quantities.set(unit, sums);
    return sums;
  }
}
