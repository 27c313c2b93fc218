import { type Decimal, type DecimalInput, decimal, zero } from '@consulting/kernel/money';
import { compareCategories, type Side } from './categories';

/** Per hour of work; an amount replaces the percentage (rates.md 5.1). */
export interface IndirectEntry {
  percentage?: DecimalInput | null;
  amount?: DecimalInput | null;
}

export type IndirectEntries = Readonly<Record<string, IndirectEntry | null>>;

export interface IndirectCosts {
  labour?: IndirectEntries | null;
  equipment?: IndirectEntries | null;
}

/** The first level that has an entry wins (rates.md 5.3). */
export const entryLevels = ['request', 'service-crew', 'project'] as const;

export type EntryLevel = (typeof entryLevels)[number];

export type IndirectLevels = Readonly<Record<EntryLevel, IndirectCosts | null>>;

export interface EffectiveEntry {
  category: string;
  level: EntryLevel;
  percentage: Decimal;
  amount: Decimal | null;
}

export function effectiveEntries(side: Side, levels: IndirectLevels): EffectiveEntry[] {
  const found = new Map<string, EffectiveEntry>();
  for (const level of entryLevels) {
    for (const [category, entry] of Object.entries(levels[level]?.[side] ?? {})) {
      if (entry !== null && !found.has(category)) found.set(category, readEntry(category, level, entry));
    }
  }
  return [...found.values()].sort((one, other) => compareCategories(side, one.category, other.category));
}

function readEntry(category: string, level: EntryLevel, entry: IndirectEntry): EffectiveEntry {
  const { percentage = null, amount = null } = entry;
  return {
    category,
    level,
    percentage: percentage === null ? zero : decimal(percentage),
    amount: amount === null ? null : decimal(amount),
  };
}
