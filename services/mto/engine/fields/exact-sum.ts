import type { Cell } from './line';

const placesStored = 6;
const scale = 1e6;
const digitsMax = 1e15;
const hundredthsToMillionths = 10_000n;
const textDigitsMax = 15;
const sumMax = Number.MAX_SAFE_INTEGER;
const exponentMin = 1e21;

export class ExactSum {
  #settled = 0n;
  #millionths = 0;
  #hundredths = 0;

  add(value: number): void {
    const millionths = Math.round(value * scale);
    if (Math.abs(millionths) > digitsMax) return this.#addLarge(value);
    if (Math.abs(this.#millionths + millionths) > sumMax) this.#settle();
    this.#millionths += millionths;
  }

  addCell(cell: Cell): void {
    if (typeof cell === 'string' && digitsOf(cell) > textDigitsMax) this.#settled += millionthsOf(cell);
    else this.add(Number(cell ?? 0));
  }

  minus(...others: readonly ExactSum[]): ExactSum {
    const difference = new ExactSum();
    difference.#settled = others.reduce((rest, other) => rest - other.#total, this.#total);
    return difference;
  }

  plus(...others: readonly ExactSum[]): ExactSum {
    const sum = new ExactSum();
    sum.#settled = others.reduce((whole, other) => whole + other.#total, this.#total);
    return sum;
  }

  get isZero(): boolean {
    return this.#total === 0n;
  }

  get size(): number {
    return Math.abs(Number(this.#total)) / scale;
  }

  text(decimalsMin = 0): string {
    const isSmall = this.#settled === 0n && this.#hundredths === 0 && Math.abs(this.#millionths) <= digitsMax;
    if (isSmall && decimalsMin === 0) return String(this.#millionths / scale);
    const total = this.#total;
    if (total === 0n) return '0';
    const digits = String(total < 0n ? -total : total).padStart(placesStored + 1, '0');
    const decimals = withoutZeros(digits.slice(-placesStored)).padEnd(decimalsMin, '0');
    const whole = digits.slice(0, -placesStored);
    return `${total < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
  }

  get #total(): bigint {
    return this.#settled + BigInt(this.#millionths) + BigInt(this.#hundredths) * hundredthsToMillionths;
  }

  #settle(): void {
    this.#settled = this.#total;
    this.#millionths = 0;
    this.#hundredths = 0;
  }

  #addHundredths(hundredths: number): void {
    if (Math.abs(this.#hundredths + hundredths) > sumMax) this.#settle();
    this.#hundredths += hundredths;
  }

  #addLarge(value: number): void {
    const hundredths = Math.round(value * 100);
    if (Math.abs(hundredths) <= digitsMax && hundredths / 100 === value)
      return this.#addHundredths(hundredths);
    if (!Number.isFinite(value)) return;
    this.#settled +=
      Math.abs(value) < exponentMin ? millionthsOf(String(value)) : BigInt(value) * BigInt(scale);
  }
}

const digitsOf = (text: string): number => text.length - (text.includes('.') ? 1 : 0);

export function withoutZeros(decimals: string): string {
  let end = decimals.length;
  while (decimals[end - 1] === '0') end--;
  return decimals.slice(0, end);
}

function millionthsOf(text: string): bigint {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + decimals.slice(0, placesStored).padEnd(placesStored, '0'));
  return text.startsWith('-') ? -size : size;
}
