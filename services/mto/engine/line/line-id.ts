// A UUID of version 7, of which 28 random bits are the end of the identifier of the project:
// tttttttt-tttt-7nnn-vppp-pppprrrrrrrr. Whoever has the identifier of a line looks up its project among few.

const markOf = (projectId: string): string => projectId.slice(-7).toLowerCase();

const withMark = (id: string, mark: string): string =>
  `${id.slice(0, 20)}${mark.slice(0, 3)}-${mark.slice(3)}${id.slice(28)}`;

export const newLineId = (projectId: string): string => withMark(Bun.randomUUIDv7(), markOf(projectId));

export const markIn = (lineId: string): string => (lineId.slice(20, 23) + lineId.slice(24, 28)).toLowerCase();

const counterDigits = 8;

/**
 * The identifiers of one import share one time and one random part and count up, so that they are one range
 * that no other line falls into, in the order of the rows.
 */
export class LineIds {
  readonly #prefix: string;
  #count = 0;

  constructor(nowMs: number, projectId: string) {
    this.#prefix = withMark(Bun.randomUUIDv7('hex', nowMs), markOf(projectId)).slice(0, -counterDigits);
  }

  get range(): { first: string; last: string } {
    return {
      first: this.#prefix + '0'.repeat(counterDigits),
      last: this.#prefix + 'f'.repeat(counterDigits),
    };
  }

  next(): string {
    this.#count += 1;
    return this.#prefix + this.#count.toString(16).padStart(counterDigits, '0');
  }
}
