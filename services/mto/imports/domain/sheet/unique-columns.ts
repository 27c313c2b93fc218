import type { CellValue } from '@consulting/spreadsheet/table/cell';

const columnsMax = 4;
const valuesMax = 200_000;
const guid = /^\{?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i;
const ifcGuid = /^(?=.*\d)(?=.*[A-Za-z])[0-3][\w$]{21}$/;

export const isObjectId = (text: string): boolean => guid.test(text) || ifcGuid.test(text);

// Columns in which every row has an identifier of an object of its own.
export class UniqueColumns {
  #columns: Map<number, Set<string>> | null = null;

  see(cells: readonly CellValue[]): void {
    this.#columns ??= new Map(
      cells
        .flatMap((cell, at) => (typeof cell === 'string' && isObjectId(cell.trim()) ? [at] : []))
        .slice(0, columnsMax)
        .map((at) => [at, new Set<string>()]),
    );
    for (const [at, values] of this.#columns) {
      const cell = cells[at];
      const count = values.size;
      if (typeof cell === 'string' && count < valuesMax) values.add(cell);
      if (values.size === count) this.#columns.delete(at);
    }
  }

  has = (column: number): boolean => (this.#columns?.get(column)?.size ?? 0) > 0;
}
