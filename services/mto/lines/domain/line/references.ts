import type { wbsCodesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import type {
  getCrewUsage,
  getWbsUsage,
  repriceLines as repriceLinesQuestion,
} from '@consulting/kernel/contracts/mto';
import type { Bus } from '@consulting/kernel/nats/bus';
import type { Database } from '@consulting/kernel/postgres/database/connect';
import { awaitWriters } from '@consulting/kernel/postgres/database/reference';
import { allowLongStatements } from '@consulting/kernel/postgres/database/unavailable';
import { findOpenOperation } from '@consulting/kernel/postgres/history/operation';
import { presentOrigin, presentWriter } from '@consulting/kernel/process/origin';
import type { Blocking } from '@consulting/kernel/schema/errors';
import { isUuid } from '@consulting/kernel/schema/kinds';
import {
  type CrewRates,
  commonValue,
  completeDraft,
  crewsByCode,
  isSameLine,
  type LineDraft,
  type StoredLine,
} from '@consulting/mto-engine';
import type { Static } from '@sinclair/typebox';
import { askCrewRates } from '../../neighbours/crews-rates';
import { askWbsCodes } from '../../neighbours/equipment-wbs';
import { findCaused, takeoffLines, tellLineOperation } from '../../store/rows/line-operation';
import * as store from '../../store/rows/references';
import { removeLinesOf } from '../../store/writes/takeoff-line';
import { removeVersions } from '../../store/writes/version';
import { takeCrewRates } from './crew-recalculation';
import { anyProject } from './owner';

/** The person behind the event; the owner of what changed where an earlier version sent it without one. */
const wbsWriter = () => presentWriter('equipment-wbs');
const crewsWriter = () => presentWriter('crews-rates');

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
 * Lines that carry the WBS code, those of writers in flight included: how many, and the first of them.
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
 * Lets lines that carry one of the codes tell whether it names an item now. Writers that asked before now are waited for, and the
 * owner is asked while nobody else matches lines, so that the last to write has asked last. @throws DEPENDENCY_UNAVAILABLE
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
      await tellLineOperation(tx, { projectId, serviceIds: [] }, {});
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

/** Returns when lines of writers that asked for rates of the service's crews before now are written. */
export const awaitLineWriters = (db: Database, serviceId: string): Promise<void> =>
  db.transaction((tx) => awaitWriters(tx, 'service', serviceId));

/**
 * Gives the lines that carry the code of a crew the rates that it has now, and calculates them anew (resources.md 10 and 15.2); a
 * rate entered by hand stays. There may be any number of lines. @throws DEPENDENCY_UNAVAILABLE
 */
export async function recalculateLines(tx: Database, bus: Bus, codes: store.CrewCodes): Promise<void> {
  await giveCrewRates(tx, codes, await presentCrews(tx, bus, codes));
}

/** Lets the lines of crews follow their rates, which are those of now. */
export async function giveCrewRates(
  tx: Database,
  { projectId, serviceId }: Omit<store.CrewCodes, 'crewCodes'>,
  crews: readonly CrewRates[],
): Promise<void> {
  if (crews.length === 0) return;
  const present = { projectId, serviceId, crewCodes: crews.map(({ crewCode }) => crewCode) };
  await store.lockLinesOfCrews(tx, present);
  await store.matchManualLines(tx, present, crewsWriter());
  await takeCrewRates(tx, present, crewsByCode(crews), crewsWriter());
}

/** Lines of crews that are gone keep their last rates; a code that another crew has by now is left to that. @throws DEPENDENCY_UNAVAILABLE */
export async function releaseLines(tx: Database, bus: Bus, codes: store.CrewCodes): Promise<void> {
  const taken = crewsByCode(await presentCrews(tx, bus, codes));
  const crewCodes = codes.crewCodes.filter((code) => !taken.has(code.toLowerCase()));
  await releaseLinesOf(tx, { ...codes, crewCodes });
}

export async function releaseLinesOf(tx: Database, codes: store.CrewCodes): Promise<void> {
  if (codes.crewCodes.length === 0) return;
  await store.lockLinesOfCrews(tx, codes);
  await store.releaseLinesOfCrews(tx, codes, crewsWriter());
}

/** Asks while no other change of crews of the service is followed, so that the last to write has asked last. */
async function presentCrews(
  tx: Database,
  bus: Bus,
  { serviceId, crewCodes }: store.CrewCodes,
): Promise<CrewRates[]> {
  await store.lockCrewsOfService(tx, serviceId);
  return askCrewRates(bus, serviceId, crewCodes);
}

/** As `recalculateLines`, as part of the reprice that the crews' operation began (extensions.md 12.1). */
export async function followReprice(tx: Database, bus: Bus, codes: store.CrewCodes): Promise<void> {
  await allowLongStatements(tx);
  const { projectId, serviceId } = codes;
  await tellLineOperation(tx, { projectId, serviceIds: [serviceId] }, { kind: 'reprice' });
  await recalculateLines(tx, bus, codes);
}

/** Lets lines follow a reprice before the answer; the event of its crews then finds nothing left to do. @throws DEPENDENCY_UNAVAILABLE */
export async function repriceLines(
  db: Database,
  bus: Bus,
  asked: Static<(typeof repriceLinesQuestion)['request']>,
): Promise<Static<(typeof repriceLinesQuestion)['response']>> {
  await awaitLineWriters(db, asked.serviceId);
  return db.transaction(async (tx) => {
    await followReprice(tx, bus, asked);
    const causedBy = presentOrigin()?.causedBy;
    const own = await findOpenOperation(tx, takeoffLines);
    return { operationId: own ?? (causedBy ? await findCaused(tx, causedBy) : null) };
  });
}

/** The line with its figures of present values, or null when they are the same. */
export function calculatedAnew(line: StoredLine): LineDraft | null {
  const values = [...line.values];
  const draft: LineDraft = { ...line, values, given: new Set(), totalCost: undefined };
  const known = { crews: new Map(), wbsCodes: new Set<string>() };
  completeDraft(draft, String(commonValue(line, 'currency')), known, { faults: [] });
  return isSameLine(line, draft) ? null : draft;
}
