import type { CellOutput, ColumnOutput, SheetOutput } from '../output/write-output';
import { columnLetters } from '../table/cell';
import { quotedSheetName } from './sheet-name';

export interface DefinedName {
  name: string;
  reference: string;
}

export class ChoiceLists {
  readonly #names = new Map<string, string>();
  readonly #lists: (readonly string[])[] = [];

  nameFor({ choices }: ColumnOutput): string | undefined {
    if (choices === undefined || choices.length === 0) return undefined;
    const key = JSON.stringify(choices);
    const name = this.#names.get(key) ?? `choices_${this.#names.size + 1}`;
    if (!this.#names.has(key)) this.#lists.push(choices);
    this.#names.set(key, name);
    return name;
  }

  sheet(): SheetOutput | undefined {
    if (this.#lists.length === 0) return undefined;
    const columns = [...this.#names.values()].map((header): ColumnOutput => ({ header, format: 'text' }));
    const rows = transposedBatch(this.#lists);
    return { name: 'Lists', columns, rows, hidden: true, freezeHeader: false, autoFilter: false };
  }

  definedNames(sheetName: string): DefinedName[] {
    return [...this.#names.values()].map((name, index) => {
      const column = columnLetters(index);
      const lastRow = (this.#lists[index]?.length ?? 0) + 1;
      return { name, reference: `${quotedSheetName(sheetName)}!$${column}$2:$${column}$${lastRow}` };
    });
  }
}

async function* transposedBatch(lists: readonly (readonly string[])[]): AsyncGenerator<CellOutput[][]> {
  const longest = Math.max(...lists.map((list) => list.length));
  yield Array.from({ length: longest }, (_, row) => lists.map((list) => list[row]));
}
