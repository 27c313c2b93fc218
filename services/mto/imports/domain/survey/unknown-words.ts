import type { RowFault } from '@consulting/imports/run/failed-rows';
import { meaningWord } from '@consulting/mto-engine';
import { isSizeKey } from '../rows/pipe-size-cells';

const wordsMax = 200;
const wordLengthMax = 200;
const reportedMax = 50;

interface CountedWord {
  word: string;
  count: number;
}

/** Words of a column that its field does not know, with how often they stand in it (extensions.md 1.4). */
export class UnknownWords {
  readonly #columns = new Map<string, Map<string, CountedWord>>();

  seeFaults(faults: readonly RowFault[]): void {
    for (const { column, field, value, code } of faults)
      if (column !== null && typeof value === 'string' && (code === 'ENUM' || isSizeKey(field ?? '')))
        this.see(column, value);
  }

  see(column: string, text: string): void {
    const words = this.#columns.get(column) ?? new Map<string, CountedWord>();
    this.#columns.set(column, words);
    const word = text.trim();
    const key = meaningWord(word);
    const known = words.get(key);
    if (known !== undefined) known.count += 1;
    else if (word !== '' && word.length <= wordLengthMax && words.size < wordsMax)
      words.set(key, { word, count: 1 });
  }

  in(column: string): readonly CountedWord[] {
    const words = [...(this.#columns.get(column)?.values() ?? [])];
    return words.sort((one, other) => other.count - one.count).slice(0, reportedMax);
  }
}
