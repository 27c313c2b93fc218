import {
  choice,
  commaSeparated,
  fault,
  invalid,
  orderOf,
  paging,
  QueryInput,
  type Reading,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { type Discipline, disciplines, serverKeys } from '@consulting/mto-engine';
import type { SortKey } from '../../store/search/order';
import type { Ctx } from '../context';
import { checkKeys, chosenKeysFields } from '../line/chosen-keys';
import { versionField } from '../line/version-lines';
import { readField } from './condition';
import { afterField } from './cursor';
import { readGroupSort } from './group-order';
import { readAfter, readPage } from './page';
import { readFilters } from './search-lines';
import { viewField, type WithView } from './view-field';
import { readWords, wordsField } from './words';

const sortKeysMax = 5;

export const lineListQuery = new QueryInput({
  projectId: uuid().required().describe('Project of the lines.'),
  serviceId: uuid().describe('Only the lines of this service.'),
  discipline: choice(disciplines, 'Discipline').describe('Only the lines of this discipline.'),
  estimationId: versionField(),
  viewId: viewField('discipline, filters, words, sort, groups and columns'),
  search: wordsField(),
  sort: commaSeparated(sortKeysMax).describe(
    'Keys of up to five fields in the order in which they sort, a minus before those that go down; by default itemNumber, then creation. Empty values come last in both directions. It replaces the groups of a view, too.',
  ),
  ...chosenKeysFields,
  after: afterField(),
  ...paging,
});

type LineListQuery = Values<(typeof lineListQuery)['fields']>;

export const isExpensive = ({ estimationId, viewId, search, sort }: LineListQuery): boolean =>
  estimationId !== null || viewId !== null || search !== null || sort !== null;

/** @throws VALIDATION_ERROR, NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE */
export async function listLines(
  ctx: Ctx,
  { request, ignored }: WithView<LineListQuery & { filters?: unknown; groupBy?: unknown }>,
) {
  const { search, sort: sortGiven, fields, omitEmpty, after, skip, limit, ...asked } = request;
  const { viewId: _, filters, groupBy, ...owner } = asked;
  const reading: Reading = { faults: [] };
  const own = readSort(sortGiven ?? [], owner.discipline, reading);
  const sort = readGroupSort(groupBy, own, owner.discipline, reading);
  const words = readWords(search, reading);
  const criteria = readFilters(filters, owner.discipline, reading);
  checkKeys(fields ?? [], serverKeys, 'fields', owner.discipline, reading);
  const walk = { selection: { ...owner, criteria, words }, sort };
  const cursor = reading.faults.length > 0 ? null : readAfter(after, skip, walk, reading);
  if (reading.faults.length > 0) throw invalid(reading.faults);
  const chosen = { keys: fields, isWithoutEmpty: omitEmpty };
  return readPage(ctx, { ...walk, after: cursor, skip, limit, sums: null, chosen, ignored });
}

function readSort(given: readonly string[], discipline: Discipline | null, reading: Reading): SortKey[] {
  const orders = given.map(orderOf);
  if (new Set(orders.map(({ key }) => key)).size < orders.length)
    fault(reading, 'sort', 'FORMAT', 'must name each field once');
  return orders.flatMap(({ key, direction }) => {
    const field = readField(key, 'sort', discipline, reading);
    return field ? [{ field, direction }] : [];
  });
}
