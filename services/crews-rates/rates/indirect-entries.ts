import { type Decimal, type DecimalInput, decimal, zero } from '@consulting/kernel/schema';

export type Side = 'labour' | 'equipment';

export const tiers = [1, 2, 3, 4] as const;

export type Tier = (typeof tiers)[number];

export const categories: Record<Side, Record<Tier, readonly string[]>> = {
  labour: {
    1: [
      'traveling',
      'mobilization',
      'demobilization',
      'perDiem',
      'campFacilities',
      'supervision',
      'safety',
      'qualityControl',
      'training',
      'medicalScreening',
      'smallTools',
      'consumables',
      'ppe',
      'temporaryFacilities',
      'craftIncentives',
    ],
    2: ['overhead', 'insuranceBonds'],
    3: ['contingency', 'escalation'],
    4: ['markupProfitLabour'],
  },
  equipment: {
    1: [
      'mobilization',
      'demobilization',
      'assembly',
      'siteTransport',
      'groundPreparation',
      'maintenance',
      'fuelSurcharge',
      'inspection',
      'insurance',
      'permits',
    ],
    2: ['overhead', 'insuranceBonds'],
    3: ['contingency', 'escalation'],
    4: ['markupProfitEquipment'],
  },
};

interface Place {
  tier: Tier;
  position: number;
}

const places = { labour: placesOf('labour'), equipment: placesOf('equipment') };

function placesOf(side: Side): ReadonlyMap<string, Place> {
  const ofTier = (tier: Tier) =>
    categories[side][tier].map((category, position) => [category, { tier, position }] as const);
  return new Map(tiers.flatMap(ofTier));
}

export const tierOf = (side: Side, category: string): Tier => places[side].get(category)?.tier ?? 1;

export function compareCategories(side: Side, one: string, other: string): number {
  const [position, otherPosition] = [positionOf(side, one), positionOf(side, other)];
  if (position !== otherPosition) return position - otherPosition;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const positionOf = (side: Side, category: string): number =>
  places[side].get(category)?.position ?? Number.MAX_SAFE_INTEGER;

/** Amounts are per hour of work, and an amount replaces the percentage (rates.md 5.1). */
export interface IndirectEntry {
  percentage?: DecimalInput | null;
  amount?: DecimalInput | null;
}

export type IndirectEntries = Readonly<Record<string, IndirectEntry | null>>;

export interface IndirectCosts {
  labour?: IndirectEntries | null;
  equipment?: IndirectEntries | null;
}

const entryLevels = ['request', 'service-crew', 'project'] as const;

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
