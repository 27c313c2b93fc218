import type { Random } from './random';

export type Unit = 'm' | 'm2' | 'm3' | 'kg' | 'EA' | 'LS';

/** A bill can say this of the work of one row; amounts are whole cents. */
export interface Item {
  code: string;
  text: string;
  unit: string;
  quantity: number;
  price: number;
  amount: number;
}

export type Catalogue = readonly (readonly [text: string, unit: Unit])[];

const quantityMost: Record<Unit, number> = { m: 900, m2: 2400, m3: 700, kg: 9000, EA: 60, LS: 1 };

/** Items whose amounts are whole cents: quantities in halves, prices in even cents. */
export function itemsOf(random: Random, catalogue: Catalogue, count = catalogue.length): Item[] {
  return random.some(catalogue, count).map(([text, unit]) => {
    const isCounted = unit === 'EA' || unit === 'LS';
    const halves = random.whole(2, quantityMost[unit] * 2);
    const quantity = unit === 'LS' ? 1 : isCounted ? Math.ceil(halves / 2) : halves / 2;
    const price = 2 * random.whole(250, unit === 'LS' ? 900_000 : 19_000);
    return { code: '', text, unit, quantity, price, amount: quantity * price };
  });
}

export const sumOf = (items: readonly { amount: number }[]): number =>
  items.reduce((sum, { amount }) => sum + amount, 0);

/** The items with codes under that of their section: 1.1, 1.2 under 1. */
export const numbered = (items: readonly Item[], section: string, between = '.', digits = 1): Item[] =>
  items.map((item, at) => ({
    ...item,
    code: `${section}${between}${String(at + 1).padStart(digits, '0')}`,
  }));

/** The items with the words that a country has for units. */
export const inUnits = (items: readonly Item[], words: Record<Unit, string>): Item[] =>
  items.map((item) => ({ ...item, unit: words[item.unit as Unit] ?? item.unit }));
