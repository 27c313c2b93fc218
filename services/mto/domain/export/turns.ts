/** Lets a few at a time do something costly; the others wait in the order in which they came. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnceMax: number) {
    this.#free = atOnceMax;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when it is one's turn; the turn ends when the returned function is called. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isTaken = true;
    return () => {
      if (isTaken) this.#pass();
      isTaken = false;
    };
  }

  #pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
