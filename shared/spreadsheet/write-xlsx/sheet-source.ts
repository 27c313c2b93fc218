import type { WorkbookSheet } from '../output/page-output';
import type { SheetOutput } from '../output/write-output';

export class SheetSource {
  readonly #listed: WorkbookSheet[];
  readonly #streamed: AsyncIterator<WorkbookSheet> | undefined;

  constructor(sheets: AsyncIterable<WorkbookSheet> | readonly WorkbookSheet[]) {
    const streamed = Symbol.asyncIterator in sheets;
    this.#listed = streamed ? [] : [...sheets];
    this.#streamed = streamed ? sheets[Symbol.asyncIterator]() : undefined;
  }

  async next(): Promise<WorkbookSheet | undefined> {
    const next = await this.#streamed?.next();
    return next === undefined || next.done ? this.#listed.shift() : next.value;
  }

  async close(): Promise<void> {
    const tables = this.#listed.splice(0).filter((sheet) => 'rows' in sheet);
    const unread = tables.map((sheet) => new RowSource(sheet.rows).close());
    await Promise.allSettled([...unread, this.#streamed?.return?.()]);
  }
}

type Batches = SheetOutput['rows'];
type Batch = Batches extends AsyncIterable<infer B> ? B : never;

export class RowSource {
  taken = 0;
  #batch: Batch = [];
  #at = 0;
  readonly #batches: AsyncIterator<Batch>;

  constructor(rows: Batches) {
    this.#batches = rows[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    while (this.#at === this.#batch.length) {
      const next = await this.#batches.next();
      if (next.done) return false;
      this.#batch = next.value;
      this.#at = 0;
    }
    return true;
  }

  take(rowsMax: number): Batch {
    const from = this.#at;
    this.#at = Math.min(from + rowsMax, this.#batch.length);
    this.taken += this.#at - from;
    return this.#batch.slice(from, this.#at);
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
