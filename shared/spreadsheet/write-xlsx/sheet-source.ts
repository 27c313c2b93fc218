import type { SheetOutput } from '../write-output';
import { RowSource } from './row-source';

/** The sheets to write, one after the other, with the means to end those that were never begun. */
export class SheetSource {
  readonly #listed: SheetOutput[];
  readonly #streamed: AsyncIterator<SheetOutput> | undefined;

  constructor(sheets: AsyncIterable<SheetOutput> | readonly SheetOutput[]) {
    const streamed = Symbol.asyncIterator in sheets;
    this.#listed = streamed ? [] : [...sheets];
    this.#streamed = streamed ? sheets[Symbol.asyncIterator]() : undefined;
  }

  /** The next sheet; undefined after the last. */
  async next(): Promise<SheetOutput | undefined> {
    const next = await this.#streamed?.next();
    return next === undefined || next.done ? this.#listed.shift() : next.value;
  }

  /** Ends the rows of every listed sheet that was not begun, or the stream of sheets. */
  async close(): Promise<void> {
    const unread = this.#listed.splice(0).map((sheet) => new RowSource(sheet.rows).close());
    await Promise.allSettled([...unread, this.#streamed?.return?.()]);
  }
}
