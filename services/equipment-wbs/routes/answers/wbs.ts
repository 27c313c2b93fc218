import { exampled, exampleOf } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { alias, record, shown } from '@consulting/kernel/http/answer';
import { wbsItemInput } from '../../domain/wbs-item-fields';
import { wbsItem } from '../examples/wbs';

const { parentCode: _, ...fields } = wbsItemInput.fields;

const keys = {
  wbsId: shown.id('Same as id.'),
  wbsCode: alias(fields.code, 'code'),
  ...fields,
  level: shown.count('Level in the tree; that of roots is 1.'),
  path: shown.text('Codes from the root on, joined by /.'),
  childCount: shown.count('Items directly below it.'),
  isLeaf: shown.flag('Whether nothing is below it.'),
};

export const wbsAnswer = exampled(named('WbsItem', record(keys)), wbsItem);

const below = { $ref: '#/components/schemas/WbsBranch' };

/** An item with everything below it. */
const wbsBranch = named(
  'WbsBranch',
  record({ ...keys, children: shown.list(below, 'Items directly below it, each with its own.') }),
);

/** With `tree` branches, else items. */
export const wbsListed = exampled({ anyOf: [wbsAnswer, wbsBranch] }, exampleOf(wbsAnswer));
