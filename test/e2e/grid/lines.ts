import { type Api, type Line, type Page, pageMax, type View } from './api';

/** The lines of a view, of which those pages are kept that were looked at. */
export class Lines {
  total = 0;
  sums: Page['sums'];
  readonly #pages = new Map<number, Promise<Page>>();
  readonly #read = new Map<number, Page>();

  constructor(
    private readonly api: Api,
    private readonly view: View,
    private readonly fields: readonly string[],
  ) {}

  at(row: number): Line | undefined {
    return this.#read.get(Math.floor(row / pageMax))?.data[row % pageMax];
  }

  /** Reads the pages of these rows that are not known yet, each once. */
  async load(from: number, to: number): Promise<void> {
    const last = Math.floor(Math.max(from, to - 1) / pageMax);
    for (let number = Math.floor(from / pageMax); number <= last; number += 1) await this.#page(number);
  }

  /** Reads lines again that somebody else changed. */
  async refresh(ids: readonly string[]): Promise<void> {
    this.replace(await this.api.present(ids, this.fields));
  }

  /** Puts lines as they are now in the place of those that were read. */
  replace(lines: readonly Line[]): void {
    const present = new Map(lines.map((line) => [line.id, line]));
    for (const { data } of this.#read.values())
      for (const [at, line] of data.entries()) data[at] = present.get(line.id) ?? line;
  }

  /** Reads the sums alone anew, after lines were changed. */
  async sumAgain(): Promise<void> {
    const { sums } = await this.api.page(this.view, { skip: 0 }, 1, ['id']);
    this.sums = sums;
  }

  #page(number: number): Promise<Page> {
    const known = this.#pages.get(number);
    if (known) return known;
    const asked = this.#ask(number);
    this.#pages.set(number, asked);
    asked.catch(() => this.#pages.delete(number));
    return asked;
  }

  async #ask(number: number): Promise<Page> {
    const after = this.#read.get(number - 1)?.next;
    const start = after ? { after } : { skip: number * pageMax };
    const page = await this.api.page(this.view, start, pageMax, this.fields);
    this.#read.set(number, page);
    this.total = page.total;
    this.sums = page.sums ?? this.sums;
    return page;
  }
}
