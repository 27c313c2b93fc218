import { recordList } from '@consulting/imports/list/record-list';
import { wbsItemInput, wbsQuery } from './wbs-item-fields';

const { scope: _, projectId, code, name, parentId: __, parentCode, ...others } = wbsItemInput.fields;

export const rootMark = 'root';

export const wbsItemList = recordList({
  name: 'wbs',
  title: 'WBS',
  path: '/api/v1/wbs',
  fields: {
    wbsCode: code,
    name,
    parentCode: parentCode.describe(
      `Code of the parent, anywhere in the file or stored; ${rootMark} for none. Without it a new item belongs below the item with the longest code that its own begins with, followed by one of . - _ / :`,
    ),
    ...others,
    scope: wbsQuery.fields.scope.describe('By default project for an item of a project, else universal.'),
    projectId: projectId.describe('Project of the item; empty in scope universal.'),
  },
  labels: { wbsCode: 'WBS Code', sourceWbsId: 'Source WBS Id', isActive: 'Active' },
  units: { budgetHours: 'h', budgetCost: 'currency' },
  headers: {
    code: 'wbsCode',
    wbs: 'wbsCode',
    title: 'name',
    wbsName: 'name',
    parent: 'parentCode',
    parentWbsCode: 'parentCode',
    uom: 'unitOfMeasure',
    unit: 'unitOfMeasure',
  },
  requiredColumns: ['wbsCode'],
  parts: {
    scope: wbsQuery.fields.scope.describe(
      'Scope of the items; by default that of their rows, else project with projectId and universal without.',
    ),
    projectId: wbsQuery.fields.projectId.describe('Project of the items of scope project.'),
  },
  example: {
    wbsCode: '50.10',
    name: 'Above-ground piping',
    parentCode: '50',
    description: 'Piping above ground with supports and valves',
    discipline: 'piping',
    unitOfMeasure: 'm',
    costType: 'direct',
    costAccount: '4510',
    responsible: 'Jane Moreau',
    budgetHours: 26000,
    sortOrder: 10,
    isActive: true,
  },
});
