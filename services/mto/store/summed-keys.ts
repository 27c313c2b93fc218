export const indicatorKeys = [
  'totalDiaInch',
  'totalWeight',
  'concreteVolume',
  'rebarWeight',
  'grossWeight',
  'cableLength',
  'terminationCount',
  'ioCount',
  'bankVolume',
  'compactedVolume',
  'netArea',
] as const;

export type IndicatorKey = (typeof indicatorKeys)[number];

export const totalKeys = [
  'totalManHours',
  'labourCost',
  'materialCost',
  'freightCost',
  'importDutyCost',
  'salesTaxCost',
  'equipmentCost',
  'subcontractCost',
  'directCost',
  'indirectCost',
  'escalationCost',
  'contingencyCost',
  'markupCost',
  'totalCost',
] as const;

export type TotalKey = (typeof totalKeys)[number];
