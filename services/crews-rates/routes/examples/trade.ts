import { exampleIds } from '@consulting/kernel/fields/example';
import { ratePlace } from './rate-card';

export const newTrade = {
  tradeCode: 'PIPF',
  laborDesignation: 'Journeyman',
  tradeName: 'Pipefitter',
  disciplines: ['piping'],
  skillLevel: 'skilled',
  sortOrder: 20,
};

export const tradeChanges = { description: 'Cuts, fits and erects pipe', sortOrder: 30 };

export const trade = {
  id: exampleIds.trade,
  tradeId: exampleIds.trade,
  ...newTrade,
  description: tradeChanges.description,
  isSupervisory: false,
  isActive: true,
};

export const tradeDependencies = {
  tradeCode: 'PIPF',
  canDelete: false,
  crews: {
    count: 1,
    items: [
      {
        crewId: exampleIds.crew,
        code: 'PF-01',
        name: 'Pipe Erection and Welding Crew',
        laborDesignation: 'Journeyman',
        quantity: 4,
      },
    ],
  },
  crewMembers: {
    count: 1,
    items: [{ memberId: exampleIds.rateCard, laborDesignation: 'Journeyman', ...ratePlace }],
  },
  serviceCrews: { count: 0, items: [] },
  equipment: { count: 0, items: [] },
};
