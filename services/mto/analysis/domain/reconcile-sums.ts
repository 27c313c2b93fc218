import {
  CausesOfChange,
  commonPosition,
  type Discipline,
  ExactSum,
  fieldsOf,
  inputsOfTotal,
  isDiscipline,
  type Movement,
  MovementSums,
} from '@consulting/mto-engine';
import { inputsOf, type MovedLine } from '../store/moved-lines';
import type { GroupOf } from './reconcile-groups';

const totalCostAt = commonPosition('totalCost');

interface Calculation {
  positions: readonly number[];
  width: number;
  causes: CausesOfChange;
}

export class Sum {
  readonly from = new ExactSum();
  readonly to = new ExactSum();
  readonly causes = new MovementSums();

  add(from: string, to: string, movements: readonly Movement[]): void {
    this.from.addCell(from);
    this.to.addCell(to);
    for (const { cause, ...moved } of movements) this.causes.move(cause, moved.from, moved.to);
  }
}

export interface Group extends Sum {
  keys: readonly (string | null)[];
}

// Sums of lines before and after, and why they moved: of all lines, and of those of each group.
export class Reconciliation {
  readonly total = new Sum();
  readonly groups = new Map<string, { keys: readonly (string | null)[]; sum: Sum }>();
  readonly #calculations = new Map<Discipline, Calculation>();

  constructor(private readonly groupOf: GroupOf | null) {}

  // The movements of the line, which are none where nothing that its total follows from is another.
  add(line: MovedLine): Movement[] {
    const movements = line.kind === 'same' ? [] : this.#movementsOf(line);
    const { from, to } = line;
    this.total.add(from, to, movements);
    if (this.groupOf) this.#addToGroups(line, movements, this.groupOf);
    return movements;
  }

  #addToGroups(line: MovedLine, movements: readonly Movement[], groupOf: GroupOf): void {
    const [before, after] = [line.beforeDiscipline, line.afterDiscipline];
    const { kind, from, to, lines } = line;
    if (kind === 'added')
      return this.#in(groupOf(after, line.afterWbs, line.afterArea)).add('0', to, movements);
    const earlier = groupOf(before, line.beforeWbs, line.beforeArea);
    if (kind === 'removed') return this.#in(earlier).add(from, '0', movements);
    const later = groupOf(after, line.afterWbs, line.afterArea);
    if (keyOf(earlier) === keyOf(later)) return this.#in(earlier).add(from, to, movements);
    const [left, entered] = [this.#in(earlier), this.#in(later)];
    left.add(from, '0', []);
    left.causes.move('removed', from, null, lines);
    entered.add('0', to, []);
    entered.causes.move('added', null, to, lines);
  }

  #in(keys: readonly (string | null)[]): Sum {
    const key = keyOf(keys);
    const known = this.groups.get(key);
    if (known) return known.sum;
    const sum = new Sum();
    this.groups.set(key, { keys, sum });
    return sum;
  }

  #movementsOf({ kind, afterDiscipline: discipline, from, to, inputs }: MovedLine): Movement[] {
    if (kind !== 'changed') return [{ cause: kind === 'same' ? 'other' : kind, from, to }];
    if (discipline === null || !isDiscipline(discipline) || inputs === null) return [];
    const { causes, positions, width } = this.#of(discipline);
    const [before, after] = inputsOf(inputs, positions, width);
    before[totalCostAt] = from;
    after[totalCostAt] = to;
    return causes.of(before, after);
  }

  #of(discipline: Discipline): Calculation {
    const known = this.#calculations.get(discipline);
    if (known) return known;
    const own = {
      causes: new CausesOfChange(discipline),
      positions: inputsOfTotal(discipline),
      width: fieldsOf(discipline).length,
    };
    this.#calculations.set(discipline, own);
    return own;
  }
}

const keyOf = (keys: readonly (string | null)[]): string => JSON.stringify(keys);
