import type { components } from '@consulting/client/api';
import { type Api, answered } from '../../api/client';
import { disciplines } from '../../api/disciplines';
import type { Messages } from '../../language/language';
import { chosen, type FieldGroup, field } from '../record/field';

export type WbsInput = components['schemas']['WbsItemInput'];
export type WbsItem = components['schemas']['WbsItem'];
export type WbsBranch = components['schemas']['WbsBranch'];

export const wbsKey = 'wbs';

const costTypes = ['direct', 'indirect', 'owner', 'reserve'] as const;

export const wbsGroups = (
  { groups }: Messages['libraries']['wbs'],
  isOfProject: boolean,
): FieldGroup<keyof WbsInput & string>[] => [
  {
    title: groups.item,
    fields: [
      field('wbsCode', 'text', { isRequired: true }),
      field('name', 'text', { isRequired: true }),
      field('parentCode'),
      chosen('discipline', disciplines),
      field('unitOfMeasure'),
      chosen('costType', costTypes),
    ],
  },
  ...(isOfProject
    ? [{ title: groups.budget, fields: [field('budgetHours', 'number'), field('budgetCost', 'number')] }]
    : []),
  {
    title: groups.other,
    fields: [
      field('costAccount'),
      field('responsible'),
      field('sortOrder', 'number'),
      field('isActive', 'flag'),
      field('description', 'lines'),
    ],
  },
];

export const newItem = (projectId: string | null, parentCode: string | null): WbsInput => ({
  scope: projectId === null ? 'universal' : 'project',
  wbsCode: '',
  name: '',
  parentCode,
  discipline: null,
  unitOfMeasure: null,
  costType: null,
  costAccount: null,
  responsible: null,
  sortOrder: null,
  isActive: true,
  description: null,
  ...(projectId !== null && { projectId, budgetHours: null, budgetCost: null }),
});

export const readItem = (api: Api, wbsId: string, signal: AbortSignal) =>
  answered(api.GET('/api/v1/wbs/{wbsId}', { params: { path: { wbsId } }, signal }));

export const parentCodeOf = ({ path, wbsCode }: Pick<WbsItem, 'path' | 'wbsCode'>): string | null =>
  path.length > wbsCode.length
    ? (path
        .slice(0, -wbsCode.length - 1)
        .split('/')
        .at(-1) ?? null)
    : null;
