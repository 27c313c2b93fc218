import { type Fault, invalid } from '@consulting/kernel/errors';
import { isObject } from '@consulting/kernel/fields/composite';
import { Field, fault, type JsonSchema, type Reading } from '@consulting/kernel/fields/field';
import { choice, uuid } from '@consulting/kernel/fields/kinds';
import { paging } from '@consulting/kernel/fields/query';
import { RecordInput } from '@consulting/kernel/fields/record';
import { Page } from '@consulting/kernel/page';
import type { Ctx } from '../../context';
import { type Discipline, disciplines } from '../../fields/discipline';
import { findSearchField } from '../../fields/search-field';
import type { Criteria } from '../../store/search/matching';
import type { SortKey } from '../../store/search/search';
import * as store from '../../store/search/search';
import { readInProject } from '../line/owner';
import { lineRecord } from '../line/record';
import { sourceFor, versionField } from '../version/version-lines';
import { readField } from './condition';
import { criteriaSchema, readCriteria, sortSchema } from './criteria';

/**
 * The lines of a project that meet nested criteria, in the order of up to five fields (resources.md 15.4).
 * @throws VALIDATION_ERROR, NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE
 */
export async function searchLines(ctx: Ctx, body: unknown) {
  const { filter: selection, estimationId, sort, skip, limit } = readSearch(body);
  const filter = { ...selection, ...(await sourceFor(ctx, selection, estimationId)) };
  const [, { lines, total }] = await readInProject(ctx, filter.projectId, () =>
    store.searchLines(ctx.db, filter, sort, { skip, limit }),
  );
  return new Page(lines.map(lineRecord), total, skip, limit);
}

const sortKeysMax = 5;

/** Taken as it is, and read when the discipline is known. */
const unread = (schema: JsonSchema) =>
  new Field<unknown>({ schema, read: (value) => value as NonNullable<unknown> });

export const searchInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project whose lines are searched.'),
    serviceId: uuid().describe('Only the lines of this service.'),
    discipline: choice(disciplines, 'Discipline').describe(
      'Only the lines of this discipline; its fields can be searched.',
    ),
    estimationId: versionField(),
    filters: unread(criteriaSchema).describe('What lines must meet; without it all lines of the project.'),
    sort: unread(sortSchema).describe(
      'Order of the lines; by default by item number, then by creation. Empty values come last in both directions; ties are in the order of the identifiers.',
    ),
    ...paging,
  },
  { name: 'TakeoffSearch' },
);

interface Search {
  filter: {
    projectId: string;
    serviceId: string | null;
    discipline: Discipline | null;
    criteria: Criteria | null;
  };
  estimationId: string | null;
  sort: SortKey[];
  skip: number;
  limit: number;
}

const takeoffOrder: SortKey[] = ['itemNumber', 'createdAt'].flatMap((key) => {
  const field = findSearchField(key, null);
  return field ? [{ field, direction: 'asc' }] : [];
});

/** @throws VALIDATION_ERROR with every fault, those of nested conditions by their place */
function readSearch(body: unknown): Search {
  const { record, faults } = searchInput.tryCreate(body);
  const { filters, sort, skip, limit, estimationId, ...filter } = record;
  const reading: Reading = { faults };
  const criteria = readFilters(filters, filter.discipline, reading);
  const keys = readSort(sort, filter.discipline, reading);
  if (faults.length > 0) throw invalid(faults);
  const order = keys.length > 0 ? keys : takeoffOrder;
  return { filter: { ...filter, criteria }, estimationId, sort: order, skip, limit };
}

export function readFilters(
  filters: unknown,
  discipline: Discipline | null,
  reading: { faults: Fault[] },
): Criteria | null {
  return filters === null || filters === undefined
    ? null
    : readCriteria(filters, 'filters', discipline, reading);
}

function readSort(sort: unknown, discipline: Discipline | null, reading: Reading): SortKey[] {
  if (sort === null) return [];
  if (!Array.isArray(sort)) {
    fault(reading, 'sort', 'TYPE', 'must be an array');
    return [];
  }
  if (sort.length > sortKeysMax)
    fault(reading, 'sort', 'MAX_LENGTH', `must have at most ${sortKeysMax} entries`);
  return sort
    .slice(0, sortKeysMax)
    .flatMap((entry, index) => readSortKey(entry, `sort[${index}]`, discipline, reading));
}

function readSortKey(entry: unknown, at: string, discipline: Discipline | null, reading: Reading): SortKey[] {
  if (!isObject(entry)) {
    fault(reading, at, 'TYPE', 'must be an object with field and direction');
    return [];
  }
  for (const key of Object.keys(entry))
    if (key !== 'field' && key !== 'direction')
      fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
  const field = readField(entry.field, `${at}.field`, discipline, reading);
  const direction = entry.direction ?? 'asc';
  if (direction === 'asc' || direction === 'desc') return field ? [{ field, direction }] : [];
  fault(reading, `${at}.direction`, 'ENUM', 'must be asc or desc');
  return [];
}
