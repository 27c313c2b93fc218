import { tooLarge } from '../table/table-file';

const SMALLEST_BYTES = 64 * 1024;

/** Bytes that are not consumed yet are contiguous, so that no token is ever split. */
export class ByteWindow {
  bytes = Buffer.allocUnsafeSlow(SMALLEST_BYTES);
  position = 0;
  end = 0;
  ended = false;

  constructor(private readonly pendingBytesMax: number) {}

  feed(chunk: Uint8Array): void {
    const pending = this.end - this.position;
    if (pending > this.pendingBytesMax)
      throw tooLarge(`A cell is larger than ${this.pendingBytesMax} bytes.`);
    const needed = pending + chunk.length;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(needed)));
      larger.set(this.bytes.subarray(this.position, this.end));
      this.bytes = larger;
    } else {
      this.bytes.copyWithin(0, this.position, this.end);
    }
    this.bytes.set(chunk, pending);
    this.position = 0;
    this.end = needed;
  }
}
