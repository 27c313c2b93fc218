import { exampleIds } from '@consulting/kernel/fields/example';

export const newItem = {
  scope: 'project',
  projectId: exampleIds.project,
  wbsCode: '50.10',
  name: 'Above-ground piping',
  parentCode: '50',
  discipline: 'piping',
  unitOfMeasure: 'm',
  costType: 'direct',
  budgetHours: 26000,
};

export const itemChanges = { name: 'Above-ground process piping', responsible: 'Jane Moreau' };

const { parentCode: _, ...entered } = newItem;

export const wbsItem = {
  id: exampleIds.wbs,
  wbsId: exampleIds.wbs,
  ...entered,
  code: newItem.wbsCode,
  parentId: exampleIds.wbsParent,
  isActive: true,
  level: 2,
  path: '50/50.10',
  childCount: 0,
  isLeaf: true,
};
