import { takeoffTotalsExample } from '@consulting/kernel/contracts/discipline-summary';
import { exampleIds } from '@consulting/kernel/fields/example';

const { project: projectId } = exampleIds;

export const summary = {
  projectId,
  currency: 'CAD',
  generatedAt: '2025-07-21T12:00:00.000Z',
  totals: takeoffTotalsExample,
  byDiscipline: [{}],
};

export const disciplineList = {
  projectId,
  disciplines: ['piping'],
  data: [{ discipline: 'piping', label: 'Piping', itemCount: 60 }],
  total: 1,
};

export const distinctValueList = {
  projectId,
  field: 'nominalPipeSize',
  values: [6, 8],
  data: [
    { value: 6, count: 14 },
    { value: 8, count: 21 },
  ],
  emptyCount: 0,
  total: 2,
  truncated: false,
};
