import type { Operation } from './follow';

const pauseMs = 400;
const idsMax = 200;

// Operations that come close together are displayed at once, one reading after the other. Null stands for all lines.
export class Gathered {
  #ids: Set<string> | null = new Set();
  #isWaiting = false;

  constructor(private readonly display: (ids: readonly string[] | null) => Promise<unknown>) {}

  add({ counts, recordIds }: Operation): void {
    const isOnlyChange = recordIds !== null && counts.created + counts.deleted === 0;
    if (!isOnlyChange) this.#ids = null;
    else for (const id of recordIds) this.#ids?.add(id);
    if (this.#ids !== null && this.#ids.size > idsMax) this.#ids = null;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => this.#displayAll(), pauseMs);
  }

  async #displayAll(): Promise<void> {
    const ids = this.#ids;
    this.#ids = new Set();
    await this.display(ids && [...ids]).catch(() => {});
    this.#isWaiting = false;
    if (this.#ids === null || this.#ids.size > 0) this.#schedule();
  }
}
