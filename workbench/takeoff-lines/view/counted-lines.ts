import type { components } from '@consulting/client/api';
import type { Formats } from '@consulting/design/language';

type Schemas = components['schemas'];
type Total = Schemas['AggregatePage']['totals'][string];

// Void and excluded lines are in no total.
export const linesThatCount: Schemas['FilterCriteria']['conditions'] = [
  { field: 'status', operator: 'notEquals', value: 'void' },
  { field: 'scopeType', operator: 'notEquals', value: 'excluded' },
];

export const linesThatDoNotCount: Schemas['FilterCriteria'] = {
  logicalOperator: 'OR',
  conditions: [
    { field: 'status', operator: 'equals', value: 'void' },
    { field: 'scopeType', operator: 'equals', value: 'excluded' },
  ],
};

export const isCounted = ({ status, scopeType }: { status?: unknown; scopeType?: unknown }): boolean =>
  status !== 'void' && scopeType !== 'excluded';

// Quantities of several units are never added up.
export const unitTexts = (total: Total | undefined, formats: Pick<Formats, 'number'>): string[] =>
  (Array.isArray(total) ? total : [])
    .filter(({ quantity }) => quantity !== null)
    .map(({ unitOfMeasure, quantity }) => `${formats.number(quantity ?? 0)} ${unitOfMeasure ?? ''}`.trim());
