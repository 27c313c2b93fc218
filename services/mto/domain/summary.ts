import type { Values } from '@consulting/kernel/fields/field';
import { uuid } from '@consulting/kernel/fields/kinds';
import { QueryInput } from '@consulting/kernel/fields/query';
import { toNumber } from '@consulting/kernel/money';
import type { Database } from '@consulting/kernel/store/connect';
import type { Ctx } from '../context';
import { disciplineLabels, disciplines } from '../fields/discipline';
import * as store from '../store/summary';
import { disciplineBlock, mapTotals, totalsOf } from './summary-block';
import { readInProject } from './takeoff-line-owner';

export const summaryQuery = new QueryInput({
  serviceId: uuid().describe('Only the lines of this service.'),
});

async function summarise(db: Database, scope: store.SummaryScope) {
  const { sums, quantities } = await store.sumUp(db, scope);
  const totals = totalsOf(sums);
  const byDiscipline = disciplines
    .flatMap((discipline) => sums.filter((each) => each.discipline === discipline))
    .map((each) => disciplineBlock(each, quantities, totals.totalCost));
  return { totals, byDiscipline };
}

/** @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE */
export async function summariseProject(
  ctx: Ctx,
  projectId: string,
  { serviceId }: Values<(typeof summaryQuery)['fields']>,
) {
  const [project, { totals, byDiscipline }] = await readInProject(ctx, projectId, () =>
    summarise(ctx.db, { projectId, serviceId }),
  );
  return {
    projectId,
    serviceId,
    currency: project?.currency ?? null,
    generatedAt: new Date(),
    totals: mapTotals(totals, (figure) => toNumber(figure)),
    byDiscipline,
    ...(project ? {} : { unavailable: ['currency'] }),
  };
}

export async function summariseService(db: Database, serviceId: string) {
  const { totals, byDiscipline } = await summarise(db, { projectId: null, serviceId });
  return { totals: mapTotals(totals, (figure) => figure.toFixed()), byDiscipline };
}

export async function listDisciplines(ctx: Ctx, projectId: string) {
  const [, counts] = await readInProject(ctx, projectId, () => store.countByDiscipline(ctx.db, projectId));
  const data = disciplines
    .flatMap((discipline) => counts.filter((each) => each.discipline === discipline))
    .map(({ discipline, itemCount }) => ({ discipline, label: disciplineLabels[discipline], itemCount }));
  return { projectId, disciplines: data.map(({ discipline }) => discipline), data, total: data.length };
}
