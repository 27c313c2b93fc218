import { exampleIds } from '@consulting/kernel/fields/example';
import {
  calculatedMembers,
  crewRates,
  location,
  operatorMissing,
  pricedMembers,
  workWeek,
} from './priced-crew';

export const crewImport = { crewId: exampleIds.crew, serviceId: exampleIds.service, allowPartial: true };

export const rateRequest = {
  crewId: exampleIds.crew,
  workWeek,
  indirectCosts: { labour: { supervision: { percentage: 9 } } },
};

export const projectCrew = {
  id: exampleIds.projectCrew,
  projectCrewId: exampleIds.projectCrew,
  projectId: exampleIds.project,
  crewId: exampleIds.crew,
  serviceCrewId: exampleIds.serviceCrew,
  crewCode: 'PF-01',
  name: 'Pipe Erection and Welding Crew',
  discipline: 'piping',
  status: 'complete',
  location,
  currency: 'CAD',
  workWeek,
  ...pricedMembers,
  indirectCosts: {
    labour: { supervision: { percentage: 9, amount: null }, safety: { percentage: 3, amount: 1.85 } },
    equipment: { overhead: { percentage: 5, amount: null } },
  },
  rates: crewRates,
  warnings: [operatorMissing],
  importedAt: '2025-07-21T12:00:00.000Z',
};

const ofProject = { tier: 1, method: 'percentage', level: 'project', amount: null };

export const crewRateCalculation = {
  projectId: exampleIds.project,
  crewId: exampleIds.crew,
  crewCode: 'PF-01',
  location,
  currency: 'CAD',
  workWeek,
  labour: {
    members: calculatedMembers.labour,
    lines: [{ category: 'traveling', ...ofProject, percentage: 2.5, base: 42174.52, value: 1054.36 }],
    subtotals: { L0: 42174.52, L1: 57702.99, L2: 62319.23, L3: 65435.19, L4: 71978.71 },
  },
  equipment: {
    members: calculatedMembers.equipment,
    lines: [{ category: 'mobilization', ...ofProject, percentage: 3, base: 5183.75, value: 155.51 }],
    subtotals: { E0: 5183.75, E1: 5456.26, E2: 5729.07, E3: 5900.94, E4: 6373.02 },
  },
  result: crewRates,
  multipliers: {
    labour: { tier1: 1.3682, tier2: 1.08, tier3: 1.05, tier4: 1.1, total: 1.7067 },
    equipment: { tier1: 1.0526, tier2: 1.05, tier3: 1.03, tier4: 1.08, total: 1.2294 },
  },
  warnings: [operatorMissing],
};
