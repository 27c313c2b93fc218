import { exampleIds } from '@consulting/kernel/fields/example';

const foreman = { tradeCode: 'PIPF', laborDesignation: 'Foreman', quantity: 1 };
const crane = { equipmentCode: 'CRN-RT-050', quantity: 1, operatingShare: 30, standbyShare: 70 };

export const newCrew = {
  code: 'PF-01',
  name: 'Pipe Erection and Welding Crew',
  discipline: 'piping',
  labourMembers: [foreman, { tradeCode: 'PIPF', laborDesignation: 'Journeyman', quantity: 4 }],
  equipmentMembers: [crane],
};

export const crewChanges = { workType: 'Field erection of carbon steel pipe', outputUnit: 'DI' };

export const crewCopy = { newName: 'Pipe Erection, night shift', newCode: 'PF-01N' };

export const crew = {
  id: exampleIds.crew,
  crewId: exampleIds.crew,
  crewCode: newCrew.code,
  crewName: newCrew.name,
  code: newCrew.code,
  name: newCrew.name,
  discipline: newCrew.discipline,
  ...crewChanges,
  isActive: true,
  labourCount: 5,
  equipmentCount: 1,
  memberSummary: '1 PIPF Foreman, 4 PIPF Journeyman',
};

export const crewMembers = {
  labourMembers: [
    {
      ...foreman,
      tradeId: '5d8e7c1a-3b5f-4a0e-8e44-6a1de2b7c9f0',
      tradeName: 'Pipefitter',
      isActive: true,
      isSupervisory: true,
    },
    {
      ...{ tradeCode: 'PIPF', laborDesignation: 'Journeyman', quantity: 4 },
      tradeId: exampleIds.trade,
      tradeName: 'Pipefitter',
      isActive: true,
      isSupervisory: false,
    },
  ],
  equipmentMembers: [
    { ...crane, rentalBasis: 'monthly', name: 'Rough Terrain Crane 50 t', category: 'crane' },
  ],
  supervisionRatio: 0.25,
};

export const crewUsage = { projectCount: 1, serviceCrewCount: 1, takeoffLineCount: 34 };
