import { type Api, listed } from './api';

const named = ['itemNumber', 'description'];

const columnsOf = (keys: readonly string[]) => keys.map((key) => ({ key, isFrozen: named.includes(key) }));

const views = [
  {
    name: 'Largest costs',
    columns: columnsOf([
      'itemNumber',
      'description',
      'discipline',
      'area',
      'quantity',
      'unitOfMeasure',
      'totalManHours',
      'materialCost',
      'totalCost',
    ]),
    sort: [{ field: 'totalCost', direction: 'desc' }],
  },
  {
    name: 'By discipline and area',
    columns: columnsOf([
      'itemNumber',
      'description',
      'quantity',
      'unitOfMeasure',
      'totalManHours',
      'labourCost',
      'materialCost',
      'totalCost',
    ]),
    groupBy: ['discipline', 'area'],
  },
  {
    name: 'Owner supplied and excluded',
    columns: columnsOf([
      'itemNumber',
      'description',
      'discipline',
      'suppliedBy',
      'scopeType',
      'status',
      'totalCost',
    ]),
    filters: {
      logicalOperator: 'OR',
      conditions: [
        { field: 'suppliedBy', operator: 'equals', value: 'owner' },
        { field: 'scopeType', operator: 'equals', value: 'excluded' },
      ],
    },
  },
];

export async function ensureViews(api: Api, projectId: string): Promise<void> {
  const path = '/api/v1/mto/views';
  const existing = await listed<{ name: string }>(api, `${path}?projectId=${projectId}`);
  for (const view of views)
    if (!existing.some(({ name }) => name === view.name))
      await api.send('POST', path, { ...view, projectId, isShared: true });
}
