import { type Decimal, percentOf, round } from '@consulting/kernel/schema';
import {
  compareCategories,
  type EffectiveEntry,
  type EntryLevel,
  type Side,
  type Tier,
  tierOf,
  tiers,
} from './indirect-entries';

export type Method = 'percentage' | 'amount' | 'rate-card';

export interface IndirectLine {
  category: string;
  tier: Tier;
  method: Method;
  level: EntryLevel | 'rate-card';
  percentage: Decimal | null;
  amount: Decimal | null;
  base: Decimal;
  value: Decimal;
}

export interface Subtotals {
  base: Decimal;
  tier1: Decimal;
  tier2: Decimal;
  tier3: Decimal;
  tier4: Decimal;
}

export interface IndirectCostsOfWeek {
  lines: IndirectLine[];
  subtotals: Subtotals;
}

export interface IndirectBasis {
  side: Side;
  base: Decimal;
  hours: Decimal;
  entries: readonly EffectiveEntry[];
  cardDefaults: ReadonlyMap<string, Decimal>;
}

type Draft = Omit<IndirectLine, 'base' | 'value'> & { valueOn(base: Decimal): Decimal };

/**
 * The steps are 5 and 12 of rates.md 6.2: each tier applies to the subtotal before it, every line is rounded to 2
 * decimals, and subtotals are sums of printed lines.
 */
export function indirectCosts(basis: IndirectBasis): IndirectCostsOfWeek {
  const drafts = draftLines(basis);
  const lines: IndirectLine[] = [];
  const subtotals: Decimal[] = [];
  let running = basis.base;
  for (const tier of tiers) {
    const tierBase = running;
    for (const { valueOn, ...line } of drafts.filter((draft) => draft.tier === tier)) {
      const value = round(valueOn(tierBase), 2);
      lines.push({ ...line, base: tierBase, value });
      running = running.plus(value);
    }
    subtotals.push(running);
  }
  const [tier1 = running, tier2 = running, tier3 = running, tier4 = running] = subtotals;
  return { lines, subtotals: { base: basis.base, tier1, tier2, tier3, tier4 } };
}

function draftLines({ side, hours, entries, cardDefaults }: IndirectBasis): Draft[] {
  const entered = new Set(entries.map(({ category }) => category));
  const drafts = entries.map((entry) => entryDraft(side, entry, hours));
  for (const [category, cost] of cardDefaults) {
    if (!entered.has(category)) drafts.push(cardDraft(side, category, cost));
  }
  return drafts.sort((one, other) => compareCategories(side, one.category, other.category));
}

function entryDraft(side: Side, entry: EffectiveEntry, hours: Decimal): Draft {
  const { amount, percentage } = entry;
  return {
    ...entry,
    tier: tierOf(side, entry.category),
    method: amount === null ? 'percentage' : 'amount',
    valueOn: (base) => (amount === null ? percentOf(base, percentage) : amount.times(hours)),
  };
}

const cardDraft = (side: Side, category: string, cost: Decimal): Draft => ({
  category,
  tier: tierOf(side, category),
  method: 'rate-card',
  level: 'rate-card',
  percentage: null,
  amount: null,
  valueOn: () => cost,
});
