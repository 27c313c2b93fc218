import type { Cell } from '../../../fields/line';

const placesStored = 6;
const scale = 1e6;
/** Beyond fifteen digits a double does not tell its millionths. */
const millionthsMax = 1e15;
const sumMax = Number.MAX_SAFE_INTEGER;
const exponentMin = 1e21;

/** A sum of numbers of at most six decimals, exact however many and large they are. */
export class ExactSum {
  #settled = 0n;
  #millionths = 0;

  /** A number stands for its shortest decimal text. */
  add(value: number): void {
    const millionths = Math.round(value * scale);
    if (Math.abs(millionths) > millionthsMax) return this.#addLarge(value);
    if (Math.abs(this.#millionths + millionths) > sumMax) this.#settle();
    this.#millionths += millionths;
  }

  /** Adds a value of a line, which is text where a number cannot carry its digits. */
  addCell(cell: Cell): void {
    if (typeof cell === 'string') this.#settled += millionthsOf(cell);
    else this.add(Number(cell ?? 0));
  }

  minus(...others: readonly ExactSum[]): ExactSum {
    const difference = new ExactSum();
    difference.#settled = others.reduce((rest, other) => rest - other.#total, this.#total);
    return difference;
  }

  get isZero(): boolean {
    return this.#total === 0n;
  }

  get size(): number {
    return Math.abs(Number(this.#total)) / scale;
  }

  /** Decimal text: `0`, or with at least `decimalsMin` decimals. */
  text(decimalsMin = 0): string {
    const total = this.#total;
    if (total === 0n) return '0';
    const digits = String(total < 0n ? -total : total).padStart(placesStored + 1, '0');
    const decimals = digits.slice(-placesStored).replace(/0+$/, '').padEnd(decimalsMin, '0');
    const whole = digits.slice(0, -placesStored);
    return `${total < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
  }

  get #total(): bigint {
    return this.#settled + BigInt(this.#millionths);
  }

  #settle(): void {
    this.#settled = this.#total;
    this.#millionths = 0;
  }

  #addLarge(value: number): void {
    if (!Number.isFinite(value)) return;
    this.#settled +=
      Math.abs(value) < exponentMin ? millionthsOf(String(value)) : BigInt(value) * BigInt(scale);
  }
}

function millionthsOf(text: string): bigint {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + decimals.slice(0, placesStored).padEnd(placesStored, '0'));
  return text.startsWith('-') ? -size : size;
}
