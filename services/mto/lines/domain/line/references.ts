import type { wbsCodesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import type {
  getCrewUsage,
  getWbsUsage,
  repriceLines as repriceLinesQuestion,
} from '@consulting/kernel/contracts/mto';
import type { Bus } from '@consulting/kernel/nats';
import {
  allowLongStatements,
  awaitWriters,
  type Database,
  findOpenOperation,
} from '@consulting/kernel/postgres';
import { currentOrigin, currentWriter } from '@consulting/kernel/process';
import { type Blocking, isUuid, type Static } from '@consulting/kernel/schema';
import {
  type CrewRates,
  commonValue,
  completeDraft,
  crewsByCode,
  isSameLine,
  type LineDraft,
  type StoredLine,
} from '@consulting/mto-engine';
import { askCrewRates } from '../../neighbours/crews-rates';
import { askWbsCodes } from '../../neighbours/equipment-wbs';
import { findCaused, recordLineOperation, takeoffLines } from '../../store/rows/line-operation';
import * as store from '../../store/rows/references';
import { removeLinesOf } from '../../store/writes/takeoff-line';
import { removeVersions } from '../../store/writes/version';
import { takeCrewRates } from './crew-recalculation';
import { anyProject } from './owner';

/**
 * An earlier version sent the event without a person; the owner of the changed record then takes that place.
 */
const wbsWriter = () => currentWriter('equipment-wbs');
const crewsWriter = () => currentWriter('crews-rates');

/** Writers in flight are waited for, since a line with a cost fixes the currency of its project. */
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
  const asked = crews.map(({ projectId = null, ...crew }) => ({ projectId, ...crew }));
  const known = asked.filter(({ serviceId }) => serviceId === null || isUuid(serviceId));
  return db.transaction(async (tx) => {
    for (const { serviceId } of includesWriters ? known : [])
      if (serviceId !== null) await awaitWriters(tx, 'service', serviceId);
    const usage = await store.findCrewUsage(tx, known, itemsMax);
    return asked.map((crew) => usage[known.indexOf(crew)] ?? { count: 0, items: [] });
  });
}

export async function removeLinesOfProject(tx: Database, projectId: string): Promise<void> {
  await awaitWriters(tx, 'project', projectId);
  await removeVersions(tx, { projectId, serviceId: null });
  await removeLinesOf(tx, { projectId, serviceId: null });
}

export async function removeLinesOfService(
  tx: Database,
  { projectId, serviceId }: { projectId: string; serviceId: string },
): Promise<void> {
  await awaitWriters(tx, 'service', serviceId);
  await removeVersions(tx, { projectId, serviceId });
  await removeLinesOf(tx, { projectId, serviceId });
}

/**
 * Lines of writers in flight are counted too.
 * @throws DEPENDENCY_UNAVAILABLE while an import or another long write that names WBS codes is under way
 */
export async function wbsUsage(
  db: Database,
  { projectId, wbsCode, exceptProjectIds }: Static<(typeof getWbsUsage)['request']>,
): Promise<Blocking> {
  await awaitWriters(db, 'wbs', projectId ?? anyProject);
  return store.findWbsUsage(db, { projectId, wbsCodes: [wbsCode] }, exceptProjectIds);
}

/**
 * Earlier writers are waited for, and the owner is asked while nobody else matches lines, so that the last to
 * write has asked last.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export async function matchLines(
  db: Database,
  bus: Bus,
  codes: Static<(typeof wbsCodesChanged)['payload']>,
): Promise<void> {
  await awaitWriters(db, 'wbs', codes.projectId ?? anyProject);
  const projectIds = await store.listProjectsOfCodes(db, codes);
  if (projectIds.length === 0) return;
  await db.transaction(async (tx) => {
    await allowLongStatements(tx);
    await store.lockMatching(tx);
    for (const projectId of projectIds) {
      const known = await askWbsCodes(bus, projectId, codes.wbsCodes);
      const isKnown = (code: string) => known.has(code);
      await recordLineOperation(tx, { projectId, serviceIds: [] }, {});
      const ofProject = (wbsCodes: string[]) => ({ projectId, wbsCodes });
      await store.lockLinesOfWbs(tx, ofProject(codes.wbsCodes));
      await store.setWbsMatched(tx, ofProject(codes.wbsCodes.filter(isKnown)), true, wbsWriter());
      await store.setWbsMatched(
        tx,
        ofProject(codes.wbsCodes.filter((code) => !isKnown(code))),
        false,
        wbsWriter(),
      );
    }
  });
}

export const awaitLineWriters = (db: Database, serviceId: string): Promise<void> =>
  db.transaction((tx) => awaitWriters(tx, 'service', serviceId));

/** A rate entered by hand stays (resources.md 10 and 15.2). @throws DEPENDENCY_UNAVAILABLE */
export async function recalculateLines(tx: Database, bus: Bus, codes: store.CrewCodes): Promise<void> {
  await giveCrewRates(tx, codes, await currentCrews(tx, bus, codes));
}

export async function giveCrewRates(
  tx: Database,
  { projectId, serviceId }: Omit<store.CrewCodes, 'crewCodes'>,
  crews: readonly CrewRates[],
): Promise<void> {
  if (crews.length === 0) return;
  const current = { projectId, serviceId, crewCodes: crews.map(({ crewCode }) => crewCode) };
  await store.lockLinesOfCrews(tx, current);
  await store.matchManualLines(tx, current, crewsWriter());
  await takeCrewRates(tx, current, crewsByCode(crews), crewsWriter());
}

/**
 * Lines of crews that are gone keep their last rates; a code that another crew has by now is left to that
 * crew.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export async function releaseLines(tx: Database, bus: Bus, codes: store.CrewCodes): Promise<void> {
  const taken = crewsByCode(await currentCrews(tx, bus, codes));
  const crewCodes = codes.crewCodes.filter((code) => !taken.has(code.toLowerCase()));
  await releaseLinesOf(tx, { ...codes, crewCodes });
}

export async function releaseLinesOf(tx: Database, codes: store.CrewCodes): Promise<void> {
  if (codes.crewCodes.length === 0) return;
  await store.lockLinesOfCrews(tx, codes);
  await store.releaseLinesOfCrews(tx, codes, crewsWriter());
}

/**
 * The owner is asked while no other change of crews of the service is followed, so that the last to write has
 * asked last.
 */
async function currentCrews(
  tx: Database,
  bus: Bus,
  { serviceId, crewCodes }: store.CrewCodes,
): Promise<CrewRates[]> {
  await store.lockCrewsOfService(tx, serviceId);
  return askCrewRates(bus, serviceId, crewCodes);
}

export async function followReprice(tx: Database, bus: Bus, codes: store.CrewCodes): Promise<void> {
  await allowLongStatements(tx);
  const { projectId, serviceId } = codes;
  await recordLineOperation(tx, { projectId, serviceIds: [serviceId] }, { kind: 'reprice' });
  await recalculateLines(tx, bus, codes);
}

/**
 * Lines follow the reprice before its answer; the event of its crews then finds nothing left to do.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export async function repriceLines(
  db: Database,
  bus: Bus,
  asked: Static<(typeof repriceLinesQuestion)['request']>,
): Promise<Static<(typeof repriceLinesQuestion)['response']>> {
  await awaitLineWriters(db, asked.serviceId);
  return db.transaction(async (tx) => {
    await followReprice(tx, bus, asked);
    const causedBy = currentOrigin()?.causedBy;
    const own = await findOpenOperation(tx, takeoffLines);
    return { operationId: own ?? (causedBy ? await findCaused(tx, causedBy) : null) };
  });
}

export function recalculated(line: StoredLine): LineDraft | null {
  const values = [...line.values];
  const draft: LineDraft = { ...line, values, given: new Set(), totalCost: undefined };
  const known = { crews: new Map(), wbsCodes: new Set<string>() };
  completeDraft(draft, String(commonValue(line, 'currency')), known, { faults: [] });
  return isSameLine(line, draft) ? null : draft;
}
