import { exampleIds } from '@consulting/kernel/fields/example';

const { project: projectId } = exampleIds;

const filters = {
  logicalOperator: 'AND',
  conditions: [
    { field: 'totalCost', operator: 'greaterThan', value: 10000 },
    {
      logicalOperator: 'OR',
      conditions: [
        { field: 'materialGroup', operator: 'in', value: ['carbon-steel', 'stainless-steel'] },
        { field: 'crewCode', operator: 'isEmpty' },
      ],
    },
  ],
};

export const search = {
  projectId,
  discipline: 'piping',
  filters,
  sort: [{ field: 'totalCost', direction: 'desc' }],
  limit: 50,
};

export const exportOrder = { projectId, discipline: 'piping', format: 'single-sheet', filters };

export const bulkEdit = {
  projectId,
  selection: { mode: 'ids', ids: [exampleIds.line] },
  updates: { crewCode: 'PF-01', productivityFactor: 1.1 },
  expectedCount: 1,
};

export const bulkDelete = {
  projectId,
  selection: {
    mode: 'filters',
    filters: { conditions: [{ field: 'status', operator: 'equals', value: 'void' }] },
  },
  confirm: true,
};
