import type { Values } from '@consulting/kernel/fields/field';
import type { Database } from '@consulting/kernel/store/connect';
import { allowLongStatements } from '@consulting/kernel/store/unavailable';
import type { Ctx } from '../../context';
import { readValues } from '../../store/compared-values';
import * as store from '../../store/comparison';
import { requireProject } from '../takeoff-line-owner';
import { presentChanged, presentSingle } from './different-line';
import { growthBlock, growthByDiscipline, growthByWbs } from './growth';
import { comparedBy, type comparisonQuery } from './query';
import { type Sides, sidesOf } from './sides';

type ComparisonQuery = Values<(typeof comparisonQuery)['fields']>;
type Paging = Pick<ComparisonQuery, 'skip' | 'limit'>;

/**
 * Two states of a takeoff beside each other (resources.md 15.6): growth of quantities, man-hours and cost over the lines
 * that count, and every line that was added, removed or changed. Exact sums.
 * @throws NOT_FOUND, NO_SNAPSHOT, IMPORT_RUNNING, VALIDATION_ERROR, DEPENDENCY_UNAVAILABLE
 */
export async function compareTakeoffs(ctx: Ctx, projectId: string, query: ComparisonQuery) {
  const compared = comparedBy(query);
  const project = await requireProject(ctx, projectId);
  const sides = await sidesOf(ctx, projectId, compared);
  const { skip, limit } = query;
  const found = await ctx.db.transaction(
    async (tx) => {
      await allowLongStatements(tx);
      return {
        ...(await growthOfSides(tx, sides)),
        ...(await differencesOf(tx, sides, { skip, limit })),
      };
    },
    { isolationLevel: 'repeatable read' },
  );
  return {
    projectId,
    serviceId: sides.serviceId,
    currency: project?.currency ?? null,
    ...('taskId' in compared ? { from: null, to: null, taskId: compared.taskId } : compared),
    ...found,
    skip,
    limit,
    ...(project ? {} : { unavailable: ['currency'] }),
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

async function differencesOf(tx: Database, sides: Sides, { skip, limit }: Paging) {
  await store.compareSets(tx, sides);
  const list = (difference: store.Difference) => store.listDifferences(tx, difference, skip, limit);
  const changed = await list('changed');
  const before = await readValues(tx, sides.before, identifiers(changed, 'beforeId'));
  const after = await readValues(tx, sides.after, identifiers(changed, 'afterId'));
  return {
    added: (await list('added')).map(presentSingle),
    removed: (await list('removed')).map(presentSingle),
    changed: changed.map((line) =>
      presentChanged(line, before.get(line.beforeId ?? ''), after.get(line.afterId ?? '')),
    ),
    total: await store.countDifferences(tx),
  };
}

const identifiers = (lines: readonly store.DifferentLine[], key: 'beforeId' | 'afterId'): string[] =>
  lines.flatMap((line) => line[key] ?? []);
