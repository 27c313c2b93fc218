import type { keepVersionLines as question } from '@consulting/kernel/contracts/mto';
import type { Bus } from '@consulting/kernel/nats';
import { allowLongStatements, type Database } from '@consulting/kernel/postgres';
import type { Static } from '@consulting/kernel/schema';
import { askEstimation } from '../../neighbours/clients-projects';
import { type LineSource, linesOfCopy, linesOfEpoch } from '../../store/rows/line-source';
import { removeCopy } from '../../store/rows/takeoff-copy';
import * as store from '../../store/writes/version';
import { summariseService } from '../aggregate/summary';

type Version = Static<(typeof question)['request']>;

export function keepVersionLines(db: Database, bus: Bus, version: Version) {
  return db.transaction(async (tx) => {
    await store.lockVersions(tx, version.serviceId);
    const source =
      (await linesOfEstimation(tx, bus, version.estimationId)) ?? (await frozenLines(tx, version));
    return summariseService(tx, version, source);
  });
}

async function linesOfEstimation(tx: Database, bus: Bus, id: string): Promise<LineSource | undefined> {
  const version = await store.findVersion(tx, id);
  if (version) return linesOfEpoch(version);
  const copy = await store.findCopiedVersion(tx, id);
  if (!copy) return undefined;
  const estimation = await askEstimation(bus, id);
  // A copy of the former way outlived the way back to draft.
  if (estimation && estimation.status !== 'draft') return linesOfCopy(copy);
  await removeCopy(tx, id);
  return undefined;
}

async function frozenLines(
  tx: Database,
  { estimationId: id, projectId, serviceId }: Version,
): Promise<LineSource> {
  return linesOfEpoch(await store.freezeLines(tx, { id, projectId, serviceId }));
}

export function releaseVersionLines(db: Database, estimationId: string): Promise<Record<string, never>> {
  return db.transaction(async (tx) => {
    await allowLongStatements(tx);
    const found = await store.findVersion(tx, estimationId);
    if (found) await store.lockVersions(tx, found.serviceId);
    const version = found && (await store.findVersion(tx, estimationId));
    if (version) await store.releaseVersion(tx, version);
    await removeCopy(tx, estimationId);
    return {};
  });
}
