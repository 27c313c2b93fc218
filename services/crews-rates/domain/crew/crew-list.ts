import { recordList } from '@consulting/imports/list/record-list';
import { choice } from '@consulting/kernel/schema';
import { equipmentFields, labourFields, rateOverrideFields } from '../../fields/crew-composition';
import { crewInput } from './crew-fields';

export const memberTypes = ['labour', 'equipment'] as const;

const { labourMembers, equipmentMembers, code, name, ...crewFields } = crewInput.fields;
const { rateOverride, tradeCode, laborDesignation, quantity, sequence, remarks, ...labourHours } =
  labourFields;
const {
  equipmentCode,
  quantity: _,
  sequence: __,
  remarks: ___,
  rentalBasis,
  operatingShare,
  standbyShare,
  ...equipmentHours
} = equipmentFields;

export const crewKeys = ['crewCode', 'crewName', ...Object.keys(crewFields)];

export const overrideKeys = {
  straightTime: 'straightTimeRateOverride',
  overtime: 'overtimeRateOverride',
  doubleTime: 'doubleTimeRateOverride',
} as const;

export const crewList = recordList({
  name: 'crew',
  title: 'Crews',
  path: '/api/v1/crews',
  fields: {
    crewCode: code,
    crewName: name,
    ...crewFields,
    memberType: choice(memberTypes, 'CrewMemberType').describe(
      'Whether the row is of persons or of a machine; by default it has a trade or equipment.',
    ),
    sequence,
    tradeCode,
    laborDesignation,
    equipmentCode,
    quantity: quantity.describe('Number of persons or of machines.'),
    ...labourHours,
    [overrideKeys.straightTime]: rateOverrideFields.straightTime,
    [overrideKeys.overtime]: rateOverrideFields.overtime,
    [overrideKeys.doubleTime]: rateOverrideFields.doubleTime,
    rentalBasis,
    operatingShare,
    standbyShare,
    ...equipmentHours,
    remarks: remarks.describe('Remarks on the member.'),
  },
  labels: { laborDesignation: 'Labour Designation', isActive: 'Active' },
  units: {
    straightTimeHours: 'h',
    overtimeHours: 'h',
    doubleTimeHours: 'h',
    operatingHours: 'h',
    standbyHours: 'h',
    operatingShare: '%',
    standbyShare: '%',
    [overrideKeys.straightTime]: 'currency/h',
    [overrideKeys.overtime]: 'currency/h',
    [overrideKeys.doubleTime]: 'currency/h',
  },
  headers: {
    crew: 'crewCode',
    code: 'crewCode',
    name: 'crewName',
    trade: 'tradeCode',
    designation: 'laborDesignation',
    labourDesignation: 'laborDesignation',
    classification: 'laborDesignation',
    equipment: 'equipmentCode',
  },
  requiredColumns: ['crewCode'],
  example: {
    crewCode: 'PF-01',
    crewName: 'Pipe Erection and Welding Crew',
    description: 'Field erection and welding of carbon steel pipe',
    discipline: 'piping',
    isActive: true,
    memberType: 'labour',
    sequence: 10,
    tradeCode: 'PIPF',
    laborDesignation: 'Journeyman',
    quantity: 4,
  },
});
