import type { components } from '@consulting/client/api';

type Schemas = components['schemas'];
export type Discipline = Schemas['Discipline'];

export const disciplines = [
  'electrical_equipment',
  'mechanical_equipment',
  'bulk_electrical',
  'instrumentation',
  'piping',
  'civil',
  'concrete',
  'structural',
  'architectural',
] as const satisfies readonly Discipline[];

export const workDisciplines = [
  ...disciplines,
  'general',
] as const satisfies readonly Schemas['WorkDiscipline'][];
