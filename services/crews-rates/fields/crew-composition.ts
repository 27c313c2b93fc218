import {
  choice,
  type DecimalInput,
  entry,
  integer,
  list,
  number,
  type Report,
  singleSpaced,
  sum,
  text,
  type Values,
} from '@consulting/kernel/schema';

export const membersMax = 50;
const quantityMax = 999;
const weekHours = 168;
const shareMax = 100;
const integerMax = 2_147_483_647;

const hours = () => number({ min: 0, max: weekHours });
const rate = () => number({ above: 0, decimals: 4 });
const quantity = () => number({ above: 0, max: quantityMax, decimals: 2 }).required();
const sequence = () => integer({ min: -integerMax, max: integerMax }).describe('Order of display.');

export const rateOverrideFields = {
  straightTime: rate()
    .required()
    .describe('Burdened rate of straight time, in the currency of the project per hour.'),
  overtime: rate().describe(
    'Burdened rate of overtime, in the currency of the project per hour; by default 1.5 times the straight-time rate.',
  ),
  doubleTime: rate().describe(
    'Burdened rate of double time, in the currency of the project per hour; by default twice the straight-time rate.',
  ),
};
const rateOverride = entry(rateOverrideFields, { name: 'RateOverride' });

export const labourFields = {
  tradeCode: singleSpaced(20)
    .required()
    .describe('Code of the trade; with laborDesignation an active trade.'),
  laborDesignation: singleSpaced(60)
    .required()
    .describe(
      'Labour designation, for example Foreman or Journeyman; the pair with tradeCode occurs once in a crew.',
    ),
  quantity: quantity().describe('Number of persons, fractions such as 0.5 foreman included.'),
  straightTimeHours: hours().describe(
    'Straight-time hours of one person per week; when all three are null the week is split by the rules of the rate card.',
  ),
  overtimeHours: hours().describe('Overtime hours of one person per week.'),
  doubleTimeHours: hours().describe('Double-time hours of one person per week.'),
  rateOverride: rateOverride.describe(
    'Burdened rates entered by hand, for example of a quotation; no rate card is matched then.',
  ),
  sequence: sequence(),
  remarks: text(500).describe('Remarks.'),
};

const labourServerKeys = [
  'tradeId',
  'tradeName',
  'isActive',
  'isSupervisory',
  'memberId',
  'currency',
  'matchStep',
  'matchedOn',
  'periodDistanceQuarters',
  'hours',
  'baseRates',
  'burdenedRates',
  'addOns',
  'allInRates',
  'manHours',
  'cost',
];

export const equipmentFields = {
  equipmentCode: text(40).required().describe('Equipment of the catalogue.'),
  quantity: quantity().describe('Number of machines.'),
  rentalBasis: choice(['hourly', 'daily', 'weekly', 'monthly'], 'RentalBasis')
    .default('monthly')
    .describe('Rental rate to use; without a rate the next one that the machine has.'),
  operatingShare: number({ min: 0, max: shareMax })
    .default(100)
    .describe('Percent of crew-hours in operation.'),
  standbyShare: number({ min: 0, max: shareMax })
    .default(0)
    .describe('Percent of crew-hours on standby; with operatingShare at most 100.'),
  operatingHours: hours().describe('Hours in operation per machine and week; replaces the share.'),
  standbyHours: hours().describe('Hours on standby per machine and week; replaces the share.'),
  sequence: sequence(),
  remarks: text(500).describe('Remarks.'),
};

const equipmentServerKeys = [
  'name',
  'category',
  'rateSource',
  'currency',
  'rentalPerHour',
  'fuelPerHour',
  'operatingCostPerHour',
  'operatingRate',
  'standbyRate',
  'machineHours',
  'cost',
];

export type LabourInput = Values<typeof labourFields>;
export type EquipmentInput = Values<typeof equipmentFields>;

const picked = <M extends object>(fields: Record<keyof M, unknown>, member: M) =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, member[key as keyof M] ?? null])) as M;

export const enteredLabour = (member: LabourInput): LabourInput => picked(labourFields, member);

export const enteredEquipment = (member: EquipmentInput): EquipmentInput => picked(equipmentFields, member);

export const labourMember = entry(labourFields, {
  name: 'LabourMemberInput',
  server: labourServerKeys,
  rules: hoursOfWeek,
});

export const equipmentMember = entry(equipmentFields, {
  name: 'EquipmentMemberInput',
  server: equipmentServerKeys,
  rules: shares,
});

export const compositionFields = () => ({
  labourMembers: list(labourMember, membersMax).describe(
    'Persons of the crew by trade and designation; an update replaces the whole list.',
  ),
  equipmentMembers: list(equipmentMember, membersMax).describe(
    'Machines of the crew; an update replaces the whole list.',
  ),
});

function hoursOfWeek(member: LabourInput, report: Report): void {
  const { straightTimeHours, overtimeHours, doubleTimeHours } = member;
  if (exceeds(weekHours, [straightTimeHours, overtimeHours, doubleTimeHours]))
    report('', 'MAX', `must have at most ${weekHours} hours in all`, { max: weekHours });
}

function shares({ operatingShare, standbyShare }: EquipmentInput, report: Report): void {
  if (exceeds(shareMax, [operatingShare, standbyShare]))
    report('standbyShare', 'MAX', `must be at most ${shareMax} together with operatingShare`, {
      max: shareMax,
    });
}

const exceeds = (max: number, values: readonly (DecimalInput | null)[]) =>
  sum(values.map((value) => value ?? 0)).gt(max);

export interface CompositionInput {
  labourMembers: LabourInput[] | null;
  equipmentMembers: EquipmentInput[] | null;
}
