import type { undoReprice as undoRepriceQuestion } from '@consulting/kernel/contracts/crews-rates';
import {
  type Database,
  findOpenOperation,
  findOperation,
  lockUndone,
  noteUndone,
  type OperationRow,
  recordOperation,
} from '@consulting/kernel/postgres';
import { currentWriter } from '@consulting/kernel/process';
import { DomainError, isUuid, type Static } from '@consulting/kernel/schema';
import type { ProjectPricing } from '../../neighbours/clients-projects';
import * as kept from '../../store/repriced-crew';
import { type ServiceCrewRow, updateServiceCrew } from '../../store/service-crew';
import type { Ctx } from '../context';
import { lockOpenService } from '../pricing/crew-owner';
import { emitRates, takesOtherRates } from '../service-crew/service-crew-rates';
import { findOutdated } from '../service-crew/service-crew-staleness';

type Asked = Static<(typeof undoRepriceQuestion)['request']>;
type Undone = Static<(typeof undoRepriceQuestion)['response']>;

interface CrewToRestore {
  row: ServiceCrewRow;
  before: kept.PricedState;
}

class DryRun extends Error {
  constructor(readonly undone: Undone) {
    super('a dry run changes nothing');
  }
}

/**
 * The content, not the version, decides whether a crew was changed since the reprice.
 * @throws HISTORY_EXPIRED, CHANGED_SINCE, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE
 */
export async function undoReprice({ db, bus }: Pick<Ctx, 'db' | 'bus'>, asked: Asked): Promise<Undone> {
  try {
    return await db.transaction(async (tx) => {
      const undone = await undo({ db: tx, bus }, asked);
      if (asked.isDryRun) throw new DryRun(undone);
      return undone;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.undone;
    throw error;
  }
}

async function undo(inside: Inside, asked: Asked): Promise<Undone> {
  const { db } = inside;
  const operation = await requireRepriced(db, asked.operationId);
  const states = await kept.listStates(db, operation.operationId);
  if (states.length === 0)
    throw new DomainError('HISTORY_EXPIRED', 'What the reprice changed in the crews is no longer stored.');
  const pricing = await lockOpenService(inside, operation.projectId, operation.serviceId);
  const ids = states.map(({ serviceCrewId }) => serviceCrewId);
  const rows = await kept.lockCrews(db, ids);
  if (operation.undoneBy !== null)
    return { operationId: operation.undoneBy, crews: rows.map(ratesOf), skipped: [] };
  const { open, changed } = sortOut(states, rows);
  if (changed.length > 0 && asked.onConflict === 'refuse') throw changedSince(changed);
  await restore(inside, operation, pricing, open);
  const current = await kept.lockCrews(
    db,
    open.map(({ row }) => row.id),
  );
  return {
    operationId: await findOpenOperation(db, 'service-crews'),
    crews: current.map(ratesOf),
    skipped: changed,
  };
}

type Inside = Pick<Ctx, 'db' | 'bus'>;
type Repriced = OperationRow & { projectId: string; serviceId: string };

async function requireRepriced(db: Database, operationId: string): Promise<Repriced> {
  if (isUuid(operationId)) await lockUndone(db, operationId);
  const found = isUuid(operationId) ? await findOperation(db, 'service-crews', operationId) : undefined;
  const { projectId, serviceId } = found ?? {};
  if (found && projectId && serviceId) return { ...found, projectId, serviceId };
  throw new DomainError('HISTORY_EXPIRED', 'The operation on the crews is no longer stored.');
}

function sortOut(states: readonly kept.RepricedState[], rows: readonly ServiceCrewRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const open: CrewToRestore[] = [];
  const changed: Undone['skipped'] = [];
  for (const { serviceCrewId, before, after } of states) {
    const row = byId.get(serviceCrewId);
    if (row && !row.ratesLocked && isSamePrice(row, after)) open.push({ row, before });
    else changed.push({ serviceCrewId, crewCode: row?.crewCode ?? null });
  }
  return { open, changed };
}

const isSamePrice = (row: ServiceCrewRow, after: kept.PricedState): boolean =>
  Bun.deepEquals(contentOf(row), contentOf(after));

function contentOf(state: kept.PricedState) {
  const { status: _status, ratesCalculatedAt: _at, ...content } = kept.stateOf(state);
  return content;
}

function changedSince(crews: Undone['skipped']): DomainError {
  const items = crews.map(({ serviceCrewId, crewCode }) => ({
    id: serviceCrewId,
    code: crewCode,
    name: null,
  }));
  const detail = `${crews.length} crews of the service have been changed since; with "onConflict": "skip" they stay as they are.`;
  return new DomainError('CHANGED_SINCE', detail, {
    blocking: { count: crews.length, items: items.slice(0, 20) },
  });
}

async function restore(
  inside: Inside,
  { operationId, projectId, serviceId }: Repriced,
  pricing: ProjectPricing,
  crews: readonly CrewToRestore[],
): Promise<void> {
  const { db } = inside;
  await recordOperation(db, {
    kind: 'undo',
    recordType: 'service-crews',
    projectId,
    serviceId,
    undoes: operationId,
  });
  const restored = await asOfToday(inside, pricing, crews);
  const updatedBy = currentWriter('crews-rates');
  for (const { row, after } of restored) await updateServiceCrew(db, row.id, { ...after, updatedBy });
  const undoing = await findOpenOperation(db, 'service-crews');
  if (undoing === null) return;
  const states = restored.map(({ row, after }) => ({
    serviceCrewId: row.id,
    before: kept.stateOf(row),
    after,
  }));
  await kept.keepStates(db, undoing, states);
  await noteUndone(db, operationId, undoing);
  const changing = restored.filter(({ row, after }) => takesOtherRates(row, { ...row, ...after }));
  const named = changing.map(({ row }) => ({ serviceCrewId: row.id, crewCode: row.crewCode }));
  await emitRates(db, { projectId, serviceId }, named);
}

async function asOfToday(inside: Inside, pricing: ProjectPricing, crews: readonly CrewToRestore[]) {
  const restored = crews.map(({ row, before }) => ({ row, after: kept.stateOf(before) }));
  const complete = restored.filter(({ after }) => after.status === 'complete');
  const outdated = new Set(
    await findOutdated(
      inside,
      pricing,
      complete.map(({ after }) => after),
    ),
  );
  return restored.map(({ row, after }) => ({
    row,
    after: outdated.has(after) ? { ...after, status: 'stale' as const } : after,
  }));
}

const ratesOf = (row: ServiceCrewRow): Undone['crews'][number] => ({
  crewCode: row.crewCode,
  serviceCrewId: row.id,
  labourRate: row.labourRatePerManHour,
  equipmentRate: row.equipmentRatePerManHour,
  crewSize: row.crewSize,
});
