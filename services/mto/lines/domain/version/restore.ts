import { lockReferences } from '@consulting/kernel/postgres';
import { isUuid, notFound, RecordInput } from '@consulting/kernel/schema';
import { crewsByCode } from '@consulting/mto-engine';
import { askSubcontractors } from '../../neighbours/clients-projects';
import { askCrewRates } from '../../neighbours/crews-rates';
import { askWbsCodes } from '../../neighbours/equipment-wbs';
import { lockImports } from '../../store/rows/import-lines';
import { recordLineOperation } from '../../store/rows/line-operation';
import { LineRestore, type RestoreCounts, type RestoredCodes } from '../../store/writes/restore';
import { lockVersionsShared } from '../../store/writes/version';
import type { Ctx } from '../context';
import { serialiseWritten } from '../history/line-history';
import { anyProject, lockOwner, requireOpenService } from '../line/owner';
import { linesOfVersion } from '../line/version-lines';

/** A restore takes no options, so any is refused: a caller may mean a trial. */
export const restoreInput = new RecordInput({}, { name: 'Restore' });

interface VersionRef {
  projectId: string;
  serviceId: string;
  estimationId: string;
}

/**
 * All lines are restored or none. Their codes are checked again, and a subcontractor that is gone is left
 * out.
 * @throws VALIDATION_ERROR, NOT_FOUND, SERVICE_APPROVED, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE
 */
export function restoreVersion(ctx: Ctx, ref: VersionRef, body: unknown = {}) {
  restoreInput.create(body);
  requireIdentifiers(ref);
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const counts = await restoreLines(inside, ref);
    const { projectId, serviceId } = ref;
    return serialiseWritten(inside, { kind: 'restore', projectId, serviceId, undoes: null, counts });
  });
}

function requireIdentifiers({ projectId, serviceId, estimationId }: VersionRef): void {
  if (!isUuid(projectId)) throw notFound('project', projectId);
  if (!isUuid(serviceId)) throw notFound('service', serviceId);
  if (!isUuid(estimationId)) throw notFound('estimation', estimationId);
}

async function restoreLines(
  ctx: Ctx,
  { projectId, serviceId, estimationId }: VersionRef,
): Promise<RestoreCounts> {
  await lockOwner(ctx, projectId, serviceId);
  await requireOpenService(ctx, projectId, serviceId);
  await lockImports(ctx.db, serviceId);
  await lockVersionsShared(ctx.db, serviceId);
  const { source } = await linesOfVersion(ctx, { projectId, serviceId }, estimationId);
  const restore = new LineRestore(ctx.db, { projectId, serviceId }, source);
  await restore.match(await knownCodes(ctx, { projectId, serviceId }, await restore.open()));
  await recordLineOperation(ctx.db, { projectId, serviceIds: [serviceId] }, { kind: 'restore' });
  return restore.write(ctx.caller.name);
}

async function knownCodes(
  ctx: Ctx,
  { projectId, serviceId }: Omit<VersionRef, 'estimationId'>,
  { wbsCodes, crewCodes, subcontractorIds }: RestoredCodes,
): Promise<RestoredCodes> {
  await lockReferences(ctx.db, 'subcontractor', subcontractorIds);
  if (wbsCodes.length > 0) await lockReferences(ctx.db, 'wbs', [projectId, anyProject]);
  const [knownWbsCodes, crews, subcontractors] = await Promise.all([
    askWbsCodes(ctx.bus, projectId, wbsCodes),
    askCrewRates(ctx.bus, serviceId, crewCodes),
    askSubcontractors(ctx.bus, projectId, subcontractorIds),
  ]);
  const crewsKnown = crewsByCode(crews);
  return {
    wbsCodes: [...knownWbsCodes],
    crewCodes: crewCodes.filter((code) => crewsKnown.has(code.toLowerCase())),
    subcontractorIds: [...subcontractors],
  };
}
