import { emptyHash, hashOf, nextHash } from './text-store';
import type { Piece } from './values';

export const separator = '\u001f';
const separatorByte = 0x1f;

/** The texts of a line, of which none becomes a text of its own: most have come up before. */
export class LinePieces {
  #bytes = Buffer.allocUnsafeSlow(1 << 16);
  #count = 0;
  readonly #ends: Int32Array;
  readonly #piece: Piece = { bytes: this.#bytes, start: 0, end: 0, hash: 0 };
  readonly #hashes: Int32Array;

  constructor(private readonly width: number) {
    this.#ends = new Int32Array(width);
    this.#hashes = new Int32Array(width);
  }

  /** Whether the line has the texts that are expected, apart by `separator`. */
  read(line: string): boolean {
    const bytes = this.#roomFor(line);
    const length = bytes.write(line, 0);
    let hash = emptyHash;
    this.#count = 0;
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte !== separatorByte) hash = nextHash(hash, byte);
      else {
        if (this.#count === this.width) return false;
        this.#end(at, hash);
        hash = emptyHash;
      }
    }
    if (this.#count === this.width) return false;
    this.#end(length, hash);
    return this.#count === this.width;
  }

  /** Takes texts that may hold the separator. */
  take(texts: readonly string[]): void {
    const bytes = this.#roomFor(texts.join(separator));
    this.#count = 0;
    let end = 0;
    for (const text of texts) {
      const start = end;
      end = start + bytes.write(text, start);
      this.#end(end, hashOf(bytes, start, end));
      end += 1;
    }
  }

  /** The piece is another one when the next is asked for. */
  at(place: number): Piece {
    const piece = this.#piece;
    piece.bytes = this.#bytes;
    piece.start = place === 0 ? 0 : (this.#ends[place - 1] ?? 0) + 1;
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

  #roomFor(text: string): Buffer {
    const bytesMax = text.length * 3;
    if (this.#bytes.length < bytesMax) this.#bytes = Buffer.allocUnsafeSlow(bytesMax * 2);
    return this.#bytes;
  }
}
