import { exampleIds } from '@consulting/kernel/fields/example';
import { crewRates, operatorMissing, pricedMembers, workWeek } from './priced-crew';

const owner = { projectId: exampleIds.project, serviceId: exampleIds.service };

export const newServiceCrew = { ...owner, crewId: exampleIds.crew };

export const serviceCrewChanges = {
  indirectCosts: { labour: { traveling: { percentage: 3 } } },
  ratesLocked: true,
};

export const newServiceCrews = {
  ...owner,
  items: [
    { crewId: exampleIds.crew },
    {
      crewCode: 'PF-02',
      name: 'Hydrotest crew',
      labourMembers: [
        {
          tradeCode: 'PIPF',
          laborDesignation: 'Journeyman',
          quantity: 3,
          rateOverride: { straightTime: 82.5, overtime: 117.25, doubleTime: 152 },
        },
      ],
    },
  ],
};

export const serviceCrew = {
  id: exampleIds.serviceCrew,
  serviceCrewId: exampleIds.serviceCrew,
  ...newServiceCrew,
  crewCode: 'PF-01',
  name: 'Pipe Erection and Welding Crew',
  discipline: 'piping',
  ...pricedMembers,
  indirectCosts: { labour: {}, equipment: {} },
  workWeek,
  ratesLocked: false,
  status: 'complete',
  rates: crewRates,
  ratesCalculatedAt: '2025-07-21T12:00:00.000Z',
  warnings: [operatorMissing],
  takeoffLineCount: 34,
};
