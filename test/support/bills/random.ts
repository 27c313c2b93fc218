/** Numbers that are the same for the same seed and name, so that a further bill changes no other. */
export class Random {
  #state: number;

  constructor(seed: number, name: string) {
    this.#state = Number(BigInt(Bun.hash(`${seed} ${name}`)) & 0xffffffffn);
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + Math.floor((this.#state / 2 ** 32) * (most - least + 1));
  }

  /** Some of them, in their order. */
  some<One>(all: readonly One[], count: number): One[] {
    const left = [...all.keys()];
    while (left.length > count) left.splice(this.whole(0, left.length - 1), 1);
    return left.flatMap((at) => all.slice(at, at + 1));
  }
}
