import { takeoffDisciplines } from '@consulting/kernel/contracts/discipline';
import {
  boolean,
  choice,
  type Fault,
  Field,
  integer,
  invalid,
  paging,
  QueryInput,
  RecordInput,
  sortOf,
  text,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { itemSorting } from '../store/wbs-item-list';
import { notNegative } from './equipment-fields';

const scopes = ['universal', 'project'] as const;
const costTypes = ['direct', 'indirect', 'owner', 'reserve'] as const;
export const levelMax = 8;

const ofProjectOnly = ['projectId', 'budgetHours', 'budgetCost', 'sourceWbsId'] as const;

export const wbsItemInput = new RecordInput(
  {
    scope: choice(scopes, 'WbsScope')
      .required()
      .createOnly()
      .describe('Universal items serve every project; set on creation only.'),
    projectId: uuid()
      .createOnly()
      .describe('Project of the item; null in scope universal. Set on creation only.'),
    code: text(60).required().describe('Code, unique in its scope and project, ignoring case.'),
    name: text(200).required().describe('Name of the item.'),
    parentId: uuid().describe('Item of the same scope and project; null for a root.'),
    parentCode: text(60).describe('Code of the parent, in the place of parentId.'),
    description: text(2000).describe('What belongs to the item.'),
    discipline: choice(takeoffDisciplines, 'Discipline').describe('Discipline of the work.'),
    unitOfMeasure: text(16).describe('Unit in which the work is measured.'),
    costType: choice(costTypes, 'CostType').describe('Kind of cost.'),
    costAccount: text(60).describe('Code in the code of accounts.'),
    responsible: text(120).describe('Who is responsible.'),
    budgetHours: notNegative().describe('Man-hours of the budget; in scope project only.'),
    budgetCost: notNegative().describe(
      'Cost of the budget, in the currency of the project; in scope project only.',
    ),
    sourceWbsId: uuid().describe('Universal item that this item of a project was copied from.'),
    sortOrder: integer().describe('Place among the items with the same parent; items without one come last.'),
    isActive: boolean().default(true).describe('Whether the item can be used.'),
  },
  {
    name: 'WbsItem',
    names: { wbsCode: 'code' },
    displayed: { code: 'wbsCode' },
    server: ['wbsId', 'level', 'path', 'isLeaf', 'childCount', 'children'],
    rules(record, report) {
      if (record.scope !== 'universal') return;
      for (const key of ofProjectOnly)
        if (record[key] !== null) report(key, 'UNKNOWN_FIELD', 'is a field of items of projects only');
    },
  },
);

export type WbsItemFields = Values<(typeof wbsItemInput)['fields']>;

export function readNewItem(body: unknown): WbsItemFields {
  const { record, faults } = wbsItemInput.tryCreate(body);
  const isMissing = record.scope === 'project' && record.projectId === null;
  if (isMissing && !faults.some(({ field }) => field === 'projectId')) faults.push(projectMissing);
  if (faults.length > 0) throw invalid(faults);
  return record;
}

export const projectMissing: Fault = {
  field: 'projectId',
  code: 'REQUIRED',
  message: 'is required in scope project',
};

const parent = new Field<string | null>({
  schema: { type: 'string', anyOf: [{ const: 'root' }, { format: 'uuid' }] },
  read: (value, at, reading) => (value === 'root' ? value : uuid().kind.read(value, at, reading)),
});

export const wbsQuery = new QueryInput({
  scope: choice(scopes, 'WbsScope').describe('Only universal items, or only those of the project.'),
  projectId: uuid().describe('Universal items and those of the project; scope leaves one of the two.'),
  parentId: parent.describe('Items directly below it, `root` for roots.'),
  level: integer({ min: 1, max: levelMax }).describe('Only items of this level; 1 is that of roots.'),
  search: text(200).describe('Matches code, name and description.'),
  discipline: choice(takeoffDisciplines, 'Discipline').describe('Only items of this discipline.'),
  isActive: boolean().describe('Only active or only inactive items.'),
  tree: boolean()
    .default(false)
    .describe('Roots with `children`, of which paging counts the roots; filters keep what is above a match.'),
  ...paging,
  sort: sortOf(itemSorting, wbsItemInput.fields),
});
