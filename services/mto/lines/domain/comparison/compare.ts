import { allowLongStatements, type Database } from '@consulting/kernel/postgres';
import {
  invalid,
  isUuid,
  paging,
  QueryInput,
  sorting,
  text,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import * as store from '../../store/reads/comparison';
import { readValues } from '../../store/reads/comparison';
import type { Ctx } from '../context';
import { requireProject } from '../line/owner';
import { growthBlock, growthByDiscipline, growthByWbs, serialiseChanged, serialiseSingle } from './growth';
import { compareSheets } from './sheets';
import { type Compared, current, type Sides, sidesOf } from './sides';

const identifierLength = 36;

export const comparisonQuery = new QueryInput({
  from: text(identifierLength).describe('An estimation version, or `current` for the lines as they are.'),
  to: text(identifierLength).describe('An estimation version of the same service, or `current`.'),
  taskId: uuid().describe('Alone: the lines before and after this import.'),
  sort: sorting(store.comparisonSortKeys).describe(
    '`-difference`: the largest effect on the total first; `difference`, `itemNumber` and `-itemNumber` likewise. With an order `skip` and `limit` count over all lists together, without one in each list, by `itemNumber`.',
  ),
  ...paging,
});

type ComparisonQuery = Values<(typeof comparisonQuery)['fields']>;

/**
 * Only lines that count are summed up, exactly (resources.md 15.6).
 * @throws NOT_FOUND, NO_SNAPSHOT, IMPORT_RUNNING, VALIDATION_ERROR, DEPENDENCY_UNAVAILABLE
 */
export async function compareTakeoffs(ctx: Ctx, projectId: string, query: ComparisonQuery) {
  const compared = comparedBy(query);
  const project = await requireProject(ctx, projectId);
  const sides = await sidesOf(ctx, projectId, compared);
  const { skip, limit, sort } = query;
  const found = await ctx.db.transaction(
    async (tx) => {
      await allowLongStatements(tx);
      return {
        ...(await growthOfSides(tx, sides)),
        ...(await differencesOf(tx, sides, { skip, limit, sort })),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const { serviceId } = sides;
  const sheet = 'taskId' in compared ? null : await compareSheets(ctx, { projectId, serviceId, ...compared });
  const missing = [...(project ? [] : ['currency']), ...(sheet === undefined ? ['sheet'] : [])];
  return {
    projectId,
    serviceId,
    currency: project?.currency ?? null,
    ...('taskId' in compared ? { from: null, to: null, taskId: compared.taskId } : compared),
    ...found,
    sheet: sheet ?? null,
    skip,
    limit,
    ...(missing.length > 0 ? { unavailable: missing } : {}),
  };
}

async function growthOfSides(tx: Database, { before, after, others }: Sides) {
  const side = {
    before: [...others, ...(await store.sumSet(tx, before))],
    after: [...others, ...(await store.sumSet(tx, after))],
  };
  return {
    totals: growthBlock(side),
    byDiscipline: growthByDiscipline(side),
    byWbs: growthByWbs(side),
  };
}

async function differencesOf(tx: Database, sides: Sides, page: store.ComparisonPage) {
  const { added, removed, changed, counts } = await store.compareSets(tx, sides, page);
  const before = await readValues(tx, sides.before, identifiers(changed, 'beforeId'));
  const after = await readValues(tx, sides.after, identifiers(changed, 'afterId'));
  return {
    added: added.map(serialiseSingle),
    removed: removed.map(serialiseSingle),
    changed: changed.map((line) =>
      serialiseChanged(line, before.get(line.beforeId ?? ''), after.get(line.afterId ?? '')),
    ),
    total: counts,
  };
}

const identifiers = (lines: readonly store.DifferentLine[], key: 'beforeId' | 'afterId'): string[] =>
  lines.flatMap((line) => line[key] ?? []);

function comparedBy({ from, to, taskId }: ComparisonQuery): Compared {
  if (taskId !== null) {
    const others = Object.entries({ from, to }).filter(([, value]) => value !== null);
    const message = 'cannot be given with taskId';
    if (others.length > 0) throw invalid(others.map(([field]) => ({ field, code: 'FORMAT', message })));
    return { taskId };
  }
  const faults = Object.entries({ from, to }).flatMap(([field, value]) => {
    if (value === null) return { field, code: 'REQUIRED' as const, message: 'is required' };
    if (value === current || isUuid(value)) return [];
    return { field, code: 'FORMAT' as const, message: 'must be a UUID or current' };
  });
  if (faults.length === 0 && from === current && to === current)
    faults.push({ field: 'from', code: 'FORMAT', message: 'must be a version when to is current' });
  if (faults.length > 0) throw invalid(faults);
  return { from: String(from).toLowerCase(), to: String(to).toLowerCase() };
}
