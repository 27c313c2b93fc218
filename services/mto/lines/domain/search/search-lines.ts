import { Slice } from '@consulting/kernel/process';
import {
  choice,
  type Fault,
  invalid,
  paging,
  type Reading,
  RecordInput,
  unread,
  uuid,
} from '@consulting/kernel/schema';
import { type Discipline, disciplines, serverKeys } from '@consulting/mto-engine';
import type { Criteria } from '../../store/search/matching';
import type { Ctx } from '../context';
import { keySchema, keysMax } from '../groups/group-keys';
import { checkKeys, chosenKeysFields } from '../line/chosen-keys';
import { versionField } from '../line/version-lines';
import { sumsField } from '../measures/sums';
import { criteriaSchema, readCriteria } from './criteria';
import { afterField } from './cursor';
import { readOrder } from './group-order';
import { type PageOrder, readAfter, readPage } from './page';
import { sortField } from './sort-keys';
import { viewField, type WithView } from './view-field';
import { readWords, wordsField } from './words';

/**
 * The criteria are those of resources.md 15.4.
 * @throws VALIDATION_ERROR, NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE
 */
export async function searchLines(ctx: Ctx, { request, ignored }: WithView<unknown>) {
  const slice = new Slice();
  const order = readSearch(request);
  if (slice.isOver) await slice.next();
  return readPage(ctx, { ...order, ignored });
}

export const filtersField = () =>
  unread(criteriaSchema).describe('What lines must meet; without conditions all lines of the project.');

export const searchInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project whose lines are searched.'),
    serviceId: uuid().describe('Only the lines of this service.'),
    discipline: choice(disciplines, 'Discipline').describe(
      'Only the lines of this discipline; its fields can be searched.',
    ),
    estimationId: versionField(),
    viewId: viewField('discipline, filters, words, sort, groups and columns'),
    filters: filtersField(),
    search: wordsField(),
    sort: sortField().describe(
      'Order of the lines; by default by item number, then by creation. Empty values come last in both directions; ties are in the order of the identifiers.',
    ),
    groupBy: unread({ type: 'array', maxItems: keysMax, items: keySchema })
      .default([])
      .describe(
        'Up to three keys by which lines come in groups, the outermost first; `sort` is the order within a group. Groups go up unless `sort` has their field going down. The figures of the groups are in `POST /mto/aggregate`, in the same order.',
      ),
    sums: sumsField(),
    ...chosenKeysFields,
    after: afterField(),
    ...paging,
  },
  { name: 'TakeoffSearch' },
);

function readSearch(body: unknown): PageOrder {
  const { record, faults } = searchInput.tryCreate(body);
  const { filters, search, sort: sortGiven, groupBy, fields, omitEmpty, sums, ...asked } = record;
  const { viewId: _, after, skip, limit, ...owner } = asked;
  const reading: Reading = { faults };
  const criteria = readFilters(filters, owner.discipline, reading);
  const sort = readOrder({ sort: sortGiven, groupBy }, owner.discipline, reading);
  const words = readWords(search, reading);
  checkKeys(fields ?? [], serverKeys, 'fields', owner.discipline, reading);
  const walk = { selection: { ...owner, criteria, words }, sort };
  const cursor = faults.length > 0 ? null : readAfter(after, skip, walk, reading);
  if (faults.length > 0) throw invalid(faults);
  return { ...walk, after: cursor, skip, limit, sums, chosen: { keys: fields, isWithoutEmpty: omitEmpty } };
}

export function readFilters(
  filters: unknown,
  discipline: Discipline | null,
  reading: { faults: Fault[] },
): Criteria | null {
  if (filters === null || filters === undefined) return null;
  const criteria = readCriteria(filters, 'filters', discipline, reading);
  return criteria.conditions.length === 0 ? null : criteria;
}
