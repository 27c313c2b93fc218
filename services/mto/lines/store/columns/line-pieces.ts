import { emptyHash, nextHash } from './text-store';
import type { Piece } from './values';

const bytesStart = 1 << 16;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** The values of a line, which none becomes a text of its own: most have come up before. */
export class LinePieces {
  #bytes = Buffer.allocUnsafeSlow(bytesStart);
  #count = 0;
  readonly #ends: number[] = [];
  readonly #hashes: number[] = [];
  readonly #piece: Piece = { bytes: this.#bytes, start: 0, end: 0, hash: 0 };

  /** Takes a record as Postgres writes it: `(1,"two, three",)`. */
  read(record: string): this {
    if (this.#bytes.length < record.length * 3) this.#bytes = Buffer.allocUnsafeSlow(record.length * 6);
    const bytes = this.#bytes;
    const last = bytes.write(record, 0) - 1;
    let to = 0;
    let hash = emptyHash;
    let isQuoted = false;
    this.#count = 0;
    for (let at = 1; at < last; at += 1) {
      let byte = bytes[at] ?? 0;
      if (byte === comma && !isQuoted) {
        this.#end(to, hash);
        hash = emptyHash;
        continue;
      }
      if (byte === quote && !(isQuoted && bytes[at + 1] === quote)) {
        isQuoted = !isQuoted;
        continue;
      }
      // Both are written twice.
      if (byte === quote || byte === backslash) {
        at += 1;
        byte = bytes[at] ?? 0;
      }
      bytes[to++] = byte;
      hash = nextHash(hash, byte);
    }
    this.#end(to, hash);
    return this;
  }

  /** The piece is another one when the next is asked for. */
  at(place: number): Piece {
    const piece = this.#piece;
    piece.bytes = this.#bytes;
    piece.start = place === 0 ? 0 : (this.#ends[place - 1] ?? 0);
    piece.end = this.#ends[place] ?? 0;
    piece.hash = this.#hashes[place] ?? 0;
    return piece;
  }

  text(place: number): string {
    const { bytes, start, end } = this.at(place);
    return bytes.toString('utf8', start, end);
  }

  #end(at: number, hash: number): void {
    this.#ends[this.#count] = at;
    this.#hashes[this.#count] = hash;
    this.#count += 1;
  }
}
