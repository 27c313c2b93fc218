import type { ServiceCode } from './rules/areas';

export const client = {
  code: 'NORTHERN',
  name: 'Northern Petrochemicals',
  industry: 'Oil & Gas',
  country: 'CA',
  defaultCurrency: 'CAD',
};

export const project = {
  code: 'NP-CS2',
  name: 'Feed gas compressor station',
  description:
    'Three 6.8 MW compressors with inlet separation, cooling, dehydration, utilities and substation, tied into the running ethylene plant.',
  status: 'active',
  country: 'CA',
  region: 'Western Canada',
  province: 'Alberta',
  city: 'Fort Saskatchewan',
  year: 2025,
  quarter: 'Q3',
  projectType: 'petrochemical',
  industrySector: 'midstream',
  contractType: 'lump-sum',
  siteCondition: 'brownfield',
  currency: 'CAD',
  unitSystem: 'metric',
  capacity: '4.2 million m3/d',
  startDate: '2026-03-02',
  mechanicalCompletionDate: '2027-11-30',
  endDate: '2028-03-31',
  tags: ['compression', 'class 3'],
};

export const services: readonly { code: ServiceCode; name: string }[] = [
  { code: 'EST-PROCESS', name: 'Process areas' },
  { code: 'EST-UTILITIES', name: 'Utilities, substation and site' },
];

const share = (percentage: number) => ({ percentage, amount: null });

export const indirectCosts = {
  workWeek: { hoursPerDay: 10, daysPerWeek: 5 },
  fuelPrices: { diesel: 1.45 },
  exchangeRates: [{ currency: 'USD', rate: 1.37 }],
  labour: {
    traveling: share(2),
    mobilization: share(1.5),
    demobilization: share(0.75),
    supervision: share(6.5),
    safety: share(2),
    qualityControl: share(1),
    temporaryFacilities: share(1.75),
    training: share(0.5),
    overhead: share(5),
    markupProfitLabour: share(5),
  },
  equipment: {
    mobilization: share(3),
    inspection: { percentage: 0, amount: 0.65 },
    overhead: share(4),
    markupProfitEquipment: share(5),
  },
};

export const subcontractors = [
  {
    code: 'SUB-01',
    name: 'Foothills Earthworks Ltd.',
    scopeOfWork: 'Road base, surfacing, paving and fencing',
    disciplines: ['civil'],
    city: 'Edmonton',
    country: 'CA',
    rating: 4,
  },
  {
    code: 'SUB-02',
    name: 'Prairie Scaffold and Insulation Inc.',
    scopeOfWork: 'Insulation and access',
    disciplines: ['piping'],
    city: 'Red Deer',
    country: 'CA',
    rating: 4,
  },
  {
    code: 'SUB-03',
    name: 'Northline High Voltage Ltd.',
    scopeOfWork: 'Commissioning of transformers and 13.8 kV switchgear',
    disciplines: ['electrical_equipment'],
    city: 'Calgary',
    country: 'CA',
    rating: 5,
  },
];

interface Version {
  versionLabel: string;
  name: string;
  description: string;
  [key: string]: unknown;
}

const figures = {
  estimateClass: 3,
  estimatePurpose: 'budget',
  preparedBy: 'M. Okafor',
  baseDate: '2025-09-30',
};

export const firstVersion: Version = {
  ...figures,
  versionLabel: 'A',
  name: 'Revision A, budget estimate',
  description: 'Takeoff of the process design package.',
  indirectAmount: 3_850_000,
  ownersCostAmount: 1_600_000,
  escalationPercent: 2.5,
  contingencyPercent: 10,
  assumptions: [
    'Work week of five days, ten hours each',
    'Compressors are delivered to site in three modules',
  ],
  exclusions: ['Land and permits', 'Operating spare parts'],
};

export const nextVersion: Version = {
  ...figures,
  versionLabel: 'B',
  name: 'Revision B, detailed design',
  description: 'Takeoff of the 60 % model review; new lines are priced where a like line was.',
  indirectAmount: 3_900_000,
  ownersCostAmount: 1_600_000,
  escalationPercent: 2.5,
  contingencyPercent: 8.5,
};

// What stands between the lines and the price of revision B.
export const sheetItems = [
  { code: 'LINES', name: 'Takeoff', kind: 'direct', basis: { filters: { conditions: [] } } },
  {
    code: 'SITE',
    name: 'Site office, 14 months',
    kind: 'quantity',
    quantity: 14,
    unit: 'month',
    unitPrice: 8500,
  },
  { code: 'CRANE', name: 'Heavy lift of the three modules', kind: 'lump-sum', value: 385000 },
  {
    code: 'SMALL',
    name: 'Consumables and small tools on labour',
    kind: 'percent',
    value: 4,
    basis: { items: ['LINES'], costElements: ['labour'] },
  },
  { code: 'TIE-INS', name: 'Tie-ins during the shutdown', kind: 'allowance', value: 240000 },
];

export const approvalComments: Readonly<Record<string, string>> = {
  A: 'Approved for funding at the gate review.',
  B: 'Approved for the control budget.',
};
