/** The order is that of lists and summaries (resources.md 15). */
export const takeoffDisciplines = [
  'electrical_equipment',
  'mechanical_equipment',
  'bulk_electrical',
  'instrumentation',
  'piping',
  'civil',
  'concrete',
  'structural',
  'architectural',
] as const;

export const workDisciplines = [...takeoffDisciplines, 'general'] as const;
