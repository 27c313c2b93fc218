import { takeoffDisciplines as disciplines } from '@consulting/kernel/contracts/discipline';

export { disciplines };

export type Discipline = (typeof disciplines)[number];

export const byDiscipline = <T>(make: (discipline: Discipline) => T): Readonly<Record<Discipline, T>> =>
  Object.fromEntries(disciplines.map((discipline) => [discipline, make(discipline)])) as Record<
    Discipline,
    T
  >;

export const disciplineLabels: Readonly<Record<Discipline, string>> = {
  electrical_equipment: 'Electrical Equipment',
  mechanical_equipment: 'Mechanical Equipment',
  bulk_electrical: 'Bulk Electrical',
  instrumentation: 'Instrumentation',
  piping: 'Piping',
  civil: 'Civil',
  concrete: 'Concrete',
  structural: 'Structural',
  architectural: 'Architectural',
};

export const disciplineNames: Readonly<Record<Discipline, string>> = {
  electrical_equipment: 'ElectricalEquipment',
  mechanical_equipment: 'MechanicalEquipment',
  bulk_electrical: 'BulkElectrical',
  instrumentation: 'Instrumentation',
  piping: 'Piping',
  civil: 'Civil',
  concrete: 'Concrete',
  structural: 'Structural',
  architectural: 'Architectural',
};

export function isDiscipline(text: string): text is Discipline {
  return (disciplines as readonly string[]).includes(text);
}
