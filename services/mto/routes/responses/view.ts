import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { sortKey, viewInput } from '@consulting/mto-lines';
import { ignored } from './aggregate';

const { described, flag, id, list } = responseSchema;

export const newView = {
  name: 'Large bore without a crew',
  projectId: exampleIds.project,
  discipline: 'piping',
  isShared: true,
  columns: [
    { key: 'tag', width: 140, isFrozen: true },
    { key: 'nominalPipeSize', width: 90 },
    { key: 'totalCost', width: 120 },
  ],
  filters: { conditions: [{ field: 'crewCode', operator: 'isEmpty' }] },
  sort: [{ field: 'totalCost', direction: 'desc' }],
  groupBy: [{ wbsLevel: 2 }],
  colourRules: [
    {
      filters: { conditions: [{ field: 'nominalPipeSize', operator: 'greaterThan', value: 24 }] },
      colour: '#ffcc00',
    },
  ],
  search: 'pipe',
};

export const viewChanges = { name: 'Without a crew', groupBy: ['area'], search: null };

export const viewAnswer = exampled(
  named(
    'View',
    record({
      viewId: id('Same as id.'),
      ...viewInput.fields,
      sort: described(list(sortKey, ''), 'Order of the lines; none for that of the takeoff.'),
      isOwn: flag('Whether the caller is its author.'),
      ...ignored,
    }),
  ),
  {
    id: exampleIds.view,
    viewId: exampleIds.view,
    ...newView,
    columns: newView.columns.map((column) => ({ isFrozen: false, ...column })),
    clientId: null,
    isOwn: true,
    ignored: [],
  },
);
