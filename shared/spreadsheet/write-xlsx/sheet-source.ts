import type { SheetOutput } from '../write-output';
import { RowSource } from './row-source';

export class SheetSource {
  readonly #listed: SheetOutput[];
  readonly #streamed: AsyncIterator<SheetOutput> | undefined;

  constructor(sheets: AsyncIterable<SheetOutput> | readonly SheetOutput[]) {
    const streamed = Symbol.asyncIterator in sheets;
    this.#listed = streamed ? [] : [...sheets];
    this.#streamed = streamed ? sheets[Symbol.asyncIterator]() : undefined;
  }

  async next(): Promise<SheetOutput | undefined> {
    const next = await this.#streamed?.next();
    return next === undefined || next.done ? this.#listed.shift() : next.value;
  }

  async close(): Promise<void> {
    const unread = this.#listed.splice(0).map((sheet) => new RowSource(sheet.rows).close());
    await Promise.allSettled([...unread, this.#streamed?.return?.()]);
  }
}
