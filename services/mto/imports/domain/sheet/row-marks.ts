const rowsPerByte = 8;

export class RowMarks {
  #bytes = new Uint8Array(1024);

  add(row: number): void {
    const at = Math.floor(row / rowsPerByte);
    if (at >= this.#bytes.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (1 << (row % rowsPerByte));
  }

  has(row: number): boolean {
    return (((this.#bytes[Math.floor(row / rowsPerByte)] ?? 0) >> (row % rowsPerByte)) & 1) === 1;
  }
}
