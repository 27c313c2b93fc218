import { ExactSum } from '../fields/exact-sum';
import type { Cell } from '../fields/line';
import { type Cause, causes } from './causes';

class Moved {
  lines = 0;
  readonly from = new ExactSum();
  readonly to = new ExactSum();
}

export interface CauseSum {
  cause: Cause;
  amount: ExactSum;
  lines: number;
}

// What moved a sum, by cause.
export class MovementSums {
  readonly #moved = new Map<Cause, Moved>();

  move(cause: Cause, from: Cell, to: Cell, lines = 1): void {
    const moved = this.#moved.get(cause) ?? new Moved();
    this.#moved.set(cause, moved);
    moved.from.addCell(from);
    moved.to.addCell(to);
    moved.lines += lines;
  }

  list(): CauseSum[] {
    return causes.flatMap((cause) => {
      const moved = this.#moved.get(cause);
      return moved === undefined ? [] : [{ cause, amount: moved.to.minus(moved.from), lines: moved.lines }];
    });
  }
}
