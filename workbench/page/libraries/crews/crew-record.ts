import type { components } from '@consulting/client/api';

type Schemas = components['schemas'];
export type Crew = Schemas['CrewDetailed'];
export type LabourInput = Schemas['LabourMemberInput'];
export type MachineInput = Schemas['EquipmentMemberInput'];

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
