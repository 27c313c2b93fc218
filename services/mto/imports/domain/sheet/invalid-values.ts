import type { RowFault } from '@consulting/imports/run/failed-rows';
import type { ColumnEvidence } from './columns';

interface InvalidCells {
  count: number;
  ambiguousNumbers: number;
  ambiguousDates: number;
}

export class InvalidValues {
  readonly #columns = new Map<string, InvalidCells>();

  see(faults: readonly RowFault[]): void {
    for (const { column, code } of faults) {
      if (column === null) continue;
      const cells = this.#columns.get(column) ?? { count: 0, ambiguousNumbers: 0, ambiguousDates: 0 };
      cells.count += 1;
      if (code === 'AMBIGUOUS_NUMBER') cells.ambiguousNumbers += 1;
      if (code === 'AMBIGUOUS_DATE') cells.ambiguousDates += 1;
      this.#columns.set(column, cells);
    }
  }

  countIn({ index, letters }: { index: number; letters: string }, evidence: ColumnEvidence): number {
    const { count, ambiguousNumbers, ambiguousDates } = this.#columns.get(letters) ?? noCells;
    const numbersDecided = evidence.separatorOf(index) === null ? 0 : ambiguousNumbers;
    const datesDecided = evidence.dateOrderOf(index) === null ? 0 : ambiguousDates;
    return count - numbersDecided - datesDecided;
  }

  ambiguousNumbersIn(
    { index, letters }: { index: number; letters: string },
    evidence: ColumnEvidence,
  ): number {
    return evidence.separatorOf(index) === null ? (this.#columns.get(letters)?.ambiguousNumbers ?? 0) : 0;
  }
}

const noCells: InvalidCells = { count: 0, ambiguousNumbers: 0, ambiguousDates: 0 };
