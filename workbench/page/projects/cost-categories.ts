export type Side = 'labour' | 'equipment';
export type Tier = 1 | 2 | 3 | 4;

const shared = { 2: ['overhead', 'insuranceBonds'], 3: ['contingency', 'escalation'] } as const;

export const categories = {
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
    ...shared,
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
    ...shared,
    4: ['markupProfitEquipment'],
  },
} as const satisfies Record<Side, Record<Tier, readonly string[]>>;

const tiers: readonly Tier[] = [1, 2, 3, 4];

export const categoriesOf = (side: Side): readonly { category: string; tier: Tier }[] =>
  tiers.flatMap((tier) => categories[side][tier].map((category) => ({ category, tier })));

export const tierOf = (side: Side, category: string): Tier | null =>
  categoriesOf(side).find((one) => one.category === category)?.tier ?? null;
