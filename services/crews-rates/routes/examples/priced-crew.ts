import { exampleIds } from '@consulting/kernel/fields/example';
import { ratePlace } from './rate-card';

const times = (straightTime: number, overtime: number, doubleTime: number) => ({
  straightTime,
  overtime,
  doubleTime,
});

const foreman = {
  tradeCode: 'PIPF',
  laborDesignation: 'Foreman',
  quantity: 1,
  memberId: exampleIds.rateCard,
  matchStep: 1,
  periodDistanceQuarters: 0,
  matchedOn: { ...ratePlace, currency: 'CAD' },
  currency: 'CAD',
  hours: times(40, 10, 10),
  baseRates: times(58.5, 87.75, 117),
  burdenedRates: times(82.0163, 116.9744, 151.9326),
  addOns: {
    perDiem: times(12, 12, 12),
    smallTools: times(2.4605, 3.5092, 4.558),
    consumables: times(1.6403, 2.3395, 3.0387),
    ppe: times(0.6, 0.6, 0.6),
  },
  allInRates: times(98.7171, 135.4231, 172.1293),
  manHours: 60,
  cost: 5969.72,
};

const crane = {
  equipmentCode: 'CRN-RT-050',
  quantity: 1,
  rentalBasis: 'monthly',
  rateSource: 'tag',
  rentalPerHour: 81.8182,
  fuelPerHour: 20.3,
  operatingCostPerHour: 9.5,
  operatingRate: 111.6182,
  standbyRate: 40.9091,
  machineHours: 60,
  cost: 3727.31,
};

export const pricedMembers = {
  labourMembers: [foreman],
  equipmentMembers: [{ ...crane, operatingShare: 30, standbyShare: 70 }],
};

export const calculatedMembers = {
  labour: [foreman],
  equipment: [{ ...crane, operatingHours: 18, standbyHours: 42 }],
};

export const location = ratePlace;
export const workWeek = { hoursPerDay: 10, daysPerWeek: 6 };

export const crewRates = {
  manHours: 480,
  machineHours: 180,
  crewHours: 60,
  labourTotal: 71978.71,
  equipmentTotal: 6373.02,
  total: 78351.73,
  labourRatePerManHour: 149.9556,
  equipmentRatePerManHour: 13.2771,
  totalRatePerManHour: 163.2327,
  labourRatePerCrewHour: 1199.6452,
  equipmentRatePerCrewHour: 106.217,
  totalRatePerCrewHour: 1305.8622,
  costPerDay: 13058.62,
  labourMultiplier: 1.7067,
  equipmentMultiplier: 1.2294,
};

export const operatorMissing = {
  code: 'OPERATOR_MISSING',
  message: 'The machine needs an operator of trade CRAN, who is not a member of the crew.',
  member: 'CRN-RT-050',
};
