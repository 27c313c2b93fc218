import { wordsIn } from './line-ids';
import { emptyHash, nextHash } from './text-store';
import type { Chunk } from './values';

const idLength = 36;
const tab = 0x09;
const backslash = 0x5c;
const escaped = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }).map(([letter, meant]) => [
    letter.charCodeAt(0),
    meant.charCodeAt(0),
  ]),
);

/** No value becomes a string of its own here, because most have occurred before. */
export class LineChunks {
  readonly id = new Uint32Array(4);
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #hashes: number[] = [];
  readonly #chunk: Chunk = { bytes: Buffer.alloc(0), start: 0, end: 0, hash: 0 };

  read(row: Buffer): this {
    this.#chunk.bytes = row;
    wordsIn(row, this.id);
    const last = row.length - 1;
    let count = 0;
    let [start, to, hash] = [idLength + 1, idLength + 1, emptyHash];
    for (let at = start; at <= last; at += 1) {
      let byte = row[at] ?? 0;
      if (byte === tab || at === last) {
        this.#starts[count] = start;
        this.#ends[count] = to;
        this.#hashes[count] = hash;
        count += 1;
        start = to = at + 1;
        hash = emptyHash;
        continue;
      }
      if (byte === backslash) {
        at += 1;
        byte = escaped.get(row[at] ?? 0) ?? row[at] ?? 0;
      }
      row[to++] = byte;
      hash = nextHash(hash, byte);
    }
    return this;
  }

  get idText(): string {
    return this.#chunk.bytes.toString('latin1', 0, idLength);
  }

  at(place: number): Chunk {
    const chunk = this.#chunk;
    chunk.start = this.#starts[place] ?? 0;
    chunk.end = this.#ends[place] ?? 0;
    chunk.hash = this.#hashes[place] ?? 0;
    return chunk;
  }
}
