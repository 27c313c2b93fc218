import type { getCrewUsage } from '@consulting/kernel/contracts/mto';
import { isUuid } from '@consulting/kernel/fields/kinds';
import type { Database } from '@consulting/kernel/store/connect';
import { awaitWriters } from '@consulting/kernel/store/reference';
import type { Static } from '@sinclair/typebox';
import { removeCopies } from '../store/takeoff-copy';
import { removeLinesOf } from '../store/takeoff-line';
import * as store from '../store/takeoff-line-usage';

/** How many lines carry a cost and so fix the currency of their project; writers in flight are waited for. */
export function countPricedLines(db: Database, projectId: string): Promise<number> {
  return db.transaction(async (tx) => {
    await awaitWriters(tx, 'project', projectId);
    return store.countPricedLines(tx, projectId);
  });
}

export function subcontractorUsage(db: Database, projectId: string, subcontractorId: string) {
  return db.transaction(async (tx) => {
    await awaitWriters(tx, 'subcontractor', subcontractorId);
    return store.findSubcontractorUsage(tx, projectId, subcontractorId);
  });
}

export function crewUsage(
  db: Database,
  { crews, itemsMax, includesWriters }: Static<(typeof getCrewUsage)['request']>,
) {
  const known = crews.filter(({ serviceId }) => serviceId === null || isUuid(serviceId));
  return db.transaction(async (tx) => {
    for (const { serviceId } of includesWriters ? known : [])
      if (serviceId !== null) await awaitWriters(tx, 'service', serviceId);
    const usage = await store.findCrewUsage(tx, known, itemsMax);
    return crews.map((crew) => usage[known.indexOf(crew)] ?? { count: 0, items: [] });
  });
}

export async function removeLinesOfProject(tx: Database, projectId: string): Promise<void> {
  await awaitWriters(tx, 'project', projectId);
  await removeLinesOf(tx, { projectId });
  await removeCopies(tx, { projectId });
}

export async function removeLinesOfService(tx: Database, serviceId: string): Promise<void> {
  await awaitWriters(tx, 'service', serviceId);
  await removeLinesOf(tx, { serviceId });
  await removeCopies(tx, { serviceId });
}
