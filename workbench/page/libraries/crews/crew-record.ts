import type { components } from '@consulting/client/api';
import { type Api, answered } from '../../api/client';
import { workDisciplines } from '../../api/disciplines';
import { chosen, type FieldGroup, field } from '../record/field';

export type CrewInput = components['schemas']['CrewInput'];
export type LabourInput = components['schemas']['LabourMemberInput'];
export type MachineInput = components['schemas']['EquipmentMemberInput'];

export const crewsKey = 'crews';

export const rentalBases = ['hourly', 'daily', 'weekly', 'monthly'] as const;

export const crewFields = [
  field('code', 'text', { isRequired: true }),
  field('name', 'text', { isRequired: true }),
  chosen('discipline', workDisciplines),
  field('workType'),
  field('outputPerDay', 'number'),
  field('outputUnit'),
  field('isActive', 'flag'),
  field('description', 'lines'),
] satisfies FieldGroup<keyof CrewInput>['fields'];

export const crewRowFields = [
  field('crewCode'),
  field('crewName'),
  field('description'),
  field('discipline'),
  field('workType'),
  field('outputUnit'),
  field('outputPerDay', 'number'),
  field('isActive', 'flag'),
  chosen('memberType', ['labour', 'equipment']),
  field('sequence', 'number'),
  field('tradeCode'),
  field('laborDesignation'),
  field('equipmentCode'),
  field('quantity', 'number'),
  field('straightTimeHours', 'number'),
  field('overtimeHours', 'number'),
  field('doubleTimeHours', 'number'),
  field('straightTimeRateOverride', 'number'),
  field('overtimeRateOverride', 'number'),
  field('doubleTimeRateOverride', 'number'),
  chosen('rentalBasis', rentalBases),
  field('operatingShare', 'number'),
  field('standbyShare', 'number'),
  field('operatingHours', 'number'),
  field('standbyHours', 'number'),
  field('remarks'),
];

export const newCrew: CrewInput = {
  code: '',
  name: '',
  discipline: null,
  workType: null,
  outputPerDay: null,
  outputUnit: null,
  isActive: true,
  description: null,
  labourMembers: [],
  equipmentMembers: [],
};

export const newPersons = (): LabourInput => ({
  tradeCode: '',
  laborDesignation: '',
  quantity: 1,
  straightTimeHours: null,
  overtimeHours: null,
  doubleTimeHours: null,
});

export const newMachineMember = (): MachineInput => ({
  equipmentCode: '',
  quantity: 1,
  rentalBasis: 'monthly',
  operatingShare: 100,
  standbyShare: 0,
});

export const readCrew = (api: Api, crewId: string, signal: AbortSignal) =>
  answered(api.GET('/v1/crews/{crewId}', { params: { path: { crewId } }, signal }));

export type Crew = Awaited<ReturnType<typeof readCrew>>;
