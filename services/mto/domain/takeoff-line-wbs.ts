import type { Bus } from '@consulting/kernel/bus';
import type { wbsCodesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import type { getWbsUsage } from '@consulting/kernel/contracts/mto';
import type { Blocking } from '@consulting/kernel/errors';
import type { Database } from '@consulting/kernel/store/connect';
import { awaitWriters } from '@consulting/kernel/store/reference';
import { allowLongStatements } from '@consulting/kernel/store/unavailable';
import type { Static } from '@sinclair/typebox';
import { askWbsCodes } from '../neighbours/equipment-wbs';
import * as store from '../store/takeoff-line-wbs';
import { anyProject } from './takeoff-line-owner';

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

const wbsWriter = 'equipment-wbs';

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
      const ofProject = (wbsCodes: string[]) => ({ projectId, wbsCodes });
      await store.setWbsMatched(tx, ofProject(codes.wbsCodes.filter(isKnown)), true, wbsWriter);
      await store.setWbsMatched(
        tx,
        ofProject(codes.wbsCodes.filter((code) => !isKnown(code))),
        false,
        wbsWriter,
      );
    }
  });
}
