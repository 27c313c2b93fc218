import { exampled, exampleOf } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { alias, record, responseSchema } from '@consulting/kernel/http/answer';
import { wbsItemInput } from '../../domain/wbs-item-fields';
import { wbsItem } from '../examples/wbs';

const { parentCode: _, ...fields } = wbsItemInput.fields;

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

export const wbsListed = exampled({ anyOf: [wbsAnswer, wbsBranch] }, exampleOf(wbsAnswer));
