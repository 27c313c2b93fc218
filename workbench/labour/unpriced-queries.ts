import type { components } from '@consulting/client/api';
import { type Answer, type Api, answered, useAsk } from '@consulting/foundation/api';
import { keepPreviousData } from '@tanstack/react-query';

type Schemas = components['schemas'];
export type Criteria = Schemas['FilterCriteria'];
export type LineUpdates = Schemas['LineUpdates'];
type Condition = Criteria['conditions'][number];

export interface Owner {
  projectId: string;
  serviceId: string;
}

const groupsMax = 500;

const unpriced: Condition[] = [
  { field: 'labourRate', operator: 'isEmpty' },
  { field: 'status', operator: 'notEquals', value: 'void' },
  { field: 'scopeType', operator: 'notEquals', value: 'excluded' },
];

const sums = ['lines', 'totalManHours', 'quantity'] as const;

export const useUnpriced = (owner: Owner) =>
  useAsk(
    ['unpriced-lines', owner],
    '/api/v1/mto/aggregate',
    {
      body: {
        ...owner,
        groupBy: ['discipline', 'crewCode'],
        filters: { conditions: unpriced },
        measures: sums.map((field) => ({ field, function: 'sum' as const })),
        limit: groupsMax,
      },
    },
    { placeholderData: keepPreviousData },
  );

export type UnpricedGroup = Answer<'/api/v1/mto/aggregate', 'post'>['data'][number];

const crewOf = ({ group }: UnpricedGroup) => (typeof group.crewCode === 'string' ? group.crewCode : null);

export const keyOfGroup = ({ group }: UnpricedGroup) => `${group.discipline} ${group.crewCode ?? ''}`;

export function criteriaOf(groups: readonly UnpricedGroup[]): Criteria {
  const members = groups.map((one): Condition => {
    const crewCode = crewOf(one);
    return {
      conditions: [
        { field: 'discipline', operator: 'equals', value: String(one.group.discipline) },
        crewCode === null
          ? { field: 'crewCode', operator: 'isEmpty' }
          : { field: 'crewCode', operator: 'equals', value: crewCode },
      ],
    };
  });
  return { conditions: [...unpriced, { logicalOperator: 'OR', conditions: members }] };
}

export const useCount = (owner: Owner, filters: Criteria, enabled: boolean) =>
  useAsk(
    ['unpriced-lines', owner, 'count', filters],
    '/api/v1/mto/search',
    { body: { ...owner, filters, fields: ['itemNumber'], limit: 1 } },
    { enabled, placeholderData: keepPreviousData, select: ({ total }) => total },
  );

interface Assignment {
  filters: Criteria;
  expectedCount: number;
  updates: LineUpdates;
  key: string;
}

export const assignToLines = (api: Api, owner: Owner, { filters, updates, expectedCount, key }: Assignment) =>
  answered(
    api.POST('/api/v1/mto/bulk-edit', {
      body: { ...owner, selection: { mode: 'filters', filters }, updates, expectedCount },
      headers: { 'idempotency-key': key },
    }),
  );
