import { alias, record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, exampleOf, named } from '@consulting/kernel/schema';
import { wbsItemInput } from '../../domain/wbs-item-fields';

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

const withoutParentCode = <T extends { parentCode: unknown }>({ parentCode: _, ...others }: T) => others;

const wbsItem = {
  id: exampleIds.wbs,
  wbsId: exampleIds.wbs,
  ...withoutParentCode(newItem),
  code: newItem.wbsCode,
  parentId: exampleIds.wbsParent,
  isActive: true,
  level: 2,
  path: '50/50.10',
  childCount: 0,
  isLeaf: true,
};

const fields = withoutParentCode(wbsItemInput.fields);

const keys = {
  wbsId: responseSchema.id('Same as id.'),
  wbsCode: alias(fields.code, 'code'),
  ...fields,
  level: responseSchema.count('Level in the tree; that of roots is 1.'),
  path: responseSchema.text('Codes from the root on, joined by /.'),
  childCount: responseSchema.count('Items directly below it.'),
  isLeaf: responseSchema.flag('Whether nothing is below it.'),
};

export const wbsAnswer = exampled(named('WbsItem', record(keys)), wbsItem);

const below = { $ref: '#/components/schemas/WbsBranch' };

const wbsBranch = named(
  'WbsBranch',
  record({ ...keys, children: responseSchema.list(below, 'Items directly below it, each with its own.') }),
);

export const wbsListed = exampled(
  named('WbsItemOrBranch', { anyOf: [wbsAnswer, wbsBranch] }),
  exampleOf(wbsAnswer),
);
