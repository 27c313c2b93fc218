import {
  boolean,
  choice,
  entry,
  type Fault,
  fault,
  integer,
  invalid,
  list,
  matching,
  paging,
  QueryInput,
  type Reading,
  RecordInput,
  sortOf,
  text,
  unread,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { allKeys, type Discipline, disciplines, serverKeys } from '@consulting/mto-engine';
import { type ViewRow, viewSorting } from '../../store/views/view';
import { keySchema, keysMax, readGroupKey } from '../groups/group-keys';
import { readList, reportRepeats } from '../groups/read-list';
import { checkKeys } from '../line/chosen-keys';
import { readField } from '../search/condition';
import { criteriaSchema, readCriteria } from '../search/criteria';
import { readSortKeys, sortField } from '../search/sort-keys';
import { readWords, wordsField } from '../search/words';

const nameLengthMax = 80;
const rulesMax = 20;
// Conditions of all filters together, so that a page of views stays small.
const filtersLengthMax = 100_000;

const column = entry(
  {
    key: text(100).required().describe('Key of a field of the line.'),
    width: integer({ min: 20, max: 2000 }).describe('Width in pixels; null for that of the page.'),
    isFrozen: boolean().default(false).describe('Whether it stays while others are scrolled.'),
  },
  { name: 'ViewColumnInput' },
);

const colourRule = entry(
  {
    filters: unread(criteriaSchema).required().describe('What lines must meet to have the colour.'),
    colour: matching(7, /^#[0-9a-f]{6}$/i, 'a colour such as #ffcc00')
      .required()
      .describe('Red, green and blue in hexadecimal digits.'),
  },
  { name: 'ViewColourRuleInput' },
);

export const viewInput = new RecordInput(
  {
    name: text(nameLengthMax)
      .required()
      .describe('Unique among the views that its author has for the same project or client, case ignored.'),
    projectId: uuid().describe('Project that it is for; null for those of the client, or for all.'),
    clientId: uuid().describe(
      'Client whose projects it is for; null where `projectId` is given, or for all.',
    ),
    discipline: choice(disciplines, 'Discipline').describe(
      'Only lines of this discipline; null for those of all disciplines.',
    ),
    isShared: boolean()
      .default(false)
      .describe('Whether everybody who sees its project or client has it, too.'),
    columns: list(column, serverKeys.length + allKeys.length, { distinctBy: 'key' })
      .default([])
      .describe('Columns in their order; none for those of the page.'),
    filters: unread(criteriaSchema).describe('What lines must meet; null for all lines.'),
    sort: sortField().describe('Order of the lines; by default by item number, then by creation.'),
    groupBy: unread({ type: 'array', maxItems: keysMax, items: keySchema })
      .default([])
      .describe('Keys by which the lines are grouped, the outermost first.'),
    colourRules: list(colourRule, rulesMax)
      .default([])
      .describe('Colours of lines; the first rule that a line meets counts.'),
    search: wordsField(),
  },
  {
    name: 'View',
    server: ['viewId', 'isOwn', 'ignored'],
    rules: ({ projectId, clientId }, report) => {
      if (projectId !== null && clientId !== null)
        report(
          'clientId',
          'REFERENCE',
          'must be left out where projectId is given: the project has its client',
        );
    },
  },
);

export const viewQuery = new QueryInput({
  projectId: uuid().describe(
    'Only views for lines of this project: its own, those of its client and those for all projects.',
  ),
  discipline: choice(disciplines, 'Discipline').describe(
    'Only views that fit lines of this discipline: its own and those of no discipline.',
  ),
  search: text(nameLengthMax).describe('Matches the name.'),
  ...paging,
  sort: sortOf(viewSorting, viewInput.fields),
});

type Given = Values<(typeof viewInput)['fields']>;

export type ViewParts = Pick<
  ViewRow,
  'discipline' | 'columns' | 'filters' | 'sort' | 'groupBy' | 'colourRules' | 'search'
>;

export type ViewValues = ViewParts & Pick<ViewRow, 'name' | 'projectId' | 'clientId' | 'isShared'>;

// @throws VALIDATION_ERROR with every fault
export function readNewView(body: unknown): ViewValues {
  const { record, faults } = viewInput.tryCreate(body);
  return whole(record, faults);
}

// @throws VALIDATION_ERROR with every fault
export function readViewChanges(body: unknown, current: ViewValues): ViewValues {
  const { changes, faults } = viewInput.tryUpdate(body, current);
  return whole({ ...current, ...changes }, faults);
}

function whole(record: Given, given: readonly Fault[]): ViewValues {
  const reading: Reading = { faults: [...given] };
  const { discipline, filters, columns, colourRules } = record;
  // A faulty key is null here.
  for (const [index, { key }] of (columns ?? []).entries())
    checkKeys([key], serverKeys, `columns[${index}].key`, discipline, reading);
  if (filters !== null) readCriteria(filters, 'filters', discipline, reading);
  for (const [index, rule] of (colourRules ?? []).entries())
    readCriteria(rule.filters, `colourRules[${index}].filters`, discipline, reading);
  const sort = readSortKeys(record.sort ?? [], reading).flatMap(({ key, direction, at }) => {
    const field = readField(key, at, discipline, reading);
    return field ? [{ field: field.key, direction }] : [];
  });
  readGroups(record.groupBy, discipline, reading);
  readWords(record.search, reading);
  reportLength([filters, colourRules], reading);
  if (reading.faults.length > 0) throw invalid(reading.faults);
  return { ...record, sort, groupBy: record.groupBy as unknown[] };
}

function readGroups(groupBy: unknown, discipline: Discipline | null, reading: Reading): void {
  const keys = readList(groupBy, 'groupBy', keysMax, reading, (entry, at) =>
    readGroupKey(entry, at, reading, discipline),
  );
  reportRepeats(keys, 'groupBy', reading);
}

function reportLength(conditions: unknown, reading: Reading): void {
  if (JSON.stringify(conditions).length > filtersLengthMax)
    fault(
      reading,
      'filters',
      'MAX_LENGTH',
      `and colourRules must have at most ${filtersLengthMax} characters`,
      {
        maxLength: filtersLengthMax,
      },
    );
}
