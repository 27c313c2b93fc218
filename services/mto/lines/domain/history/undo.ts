import { requireOperation } from '@consulting/kernel/http';
import {
  findOpenOperation,
  lockUndone,
  noteCause,
  noteUndone,
  type OperationRow,
} from '@consulting/kernel/postgres';
import {
  type Blocking,
  boolean,
  choice,
  DomainError,
  integer,
  invalid,
  notFound,
  RecordInput,
} from '@consulting/kernel/schema';
import type { Project } from '../../neighbours/clients-projects';
import { askUndoReprice, type UndoneReprice } from '../../neighbours/crews-rates';
import { findConflicts, listConflicts, type SkippedLine } from '../../store/history/conflicts';
import * as store from '../../store/history/undo';
import { recordLineOperation, takeoffLines } from '../../store/rows/line-operation';
import { lockCrewsOfService, lockCrewsOfServiceShared } from '../../store/rows/references';
import { inBulk } from '../bulk/selection';
import type { Ctx } from '../context';
import { lockServices, requireOpenServices } from '../line/owner';
import { followCurrent } from './follow-current';
import { canUndo, serialiseWritten } from './line-history';

const blockingMax = 20;

export const undoInput = new RecordInput(
  {
    onConflict: choice(['refuse', 'skip'], 'UndoConflict')
      .default('refuse')
      .describe('What becomes of lines that were changed since: all or nothing, or they stay as they are.'),
    dryRun: boolean().default(false).describe('Whether only the counts are found and nothing is written.'),
    expectedCount: integer({ min: 0 }).describe(
      'Refuses with 409 when another number of lines would change.',
    ),
  },
  { name: 'Undo' },
);

/**
 * An undo is all or nothing and an operation itself; rates that changed since are followed (extensions.md
 * 7.4).
 * @throws VALIDATION_ERROR, NOT_FOUND, ALREADY_UNDONE, NOT_UNDOABLE, HISTORY_EXPIRED, CHANGED_SINCE,
 * COUNT_MISMATCH, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE
 */
export async function undoOperation(ctx: Ctx, operationId: string, body: unknown) {
  const { record, faults } = undoInput.tryCreate(body ?? {});
  if (faults.length > 0) throw invalid(faults);
  const { onConflict, dryRun, expectedCount } = record;
  await requireOperation(ctx.db, takeoffLines, operationId);
  return inBulk(ctx, dryRun, async (inside) => {
    const { operation, project } = await lockUndoable(inside, operationId);
    const skippedCount = await findConflicts(inside.db, operation);
    const skipped = skippedCount === 0 ? [] : await listConflicts(inside.db, operation);
    if (skippedCount > 0 && onConflict === 'refuse') throw changedSince(skippedCount, skipped);
    const { created, updated, deleted, projectId, serviceId } = operation;
    const count = created + updated + deleted - skippedCount;
    if (expectedCount !== null && expectedCount !== count)
      throw new DomainError('COUNT_MISMATCH', `The undo changes ${count} lines, not ${expectedCount}.`, {
        count,
        expectedCount,
      });
    const crews = await planCrews(inside, operation, onConflict);
    const counts = await restoreLines(inside, operation, count);
    const withoutSubcontractor = await followCurrent(inside, project, crews?.crews);
    const undoing = await findOpenOperation(inside.db, takeoffLines);
    if (undoing !== null) await noteUndone(inside.db, operation.operationId, undoing);
    const serviceCrews = dryRun ? crews : await restoreCrews(inside, operation, onConflict, undoing);
    return {
      ...(await serialiseWritten(inside, {
        kind: 'undo',
        projectId,
        serviceId,
        undoes: operationId,
        counts,
      })),
      ...(dryRun && { operationId: null }),
      skipped,
      skippedCount,
      withoutSubcontractor,
      serviceCrews: serviceCrews && currentCrews(serviceCrews),
    };
  });
}

async function lockUndoable(ctx: Ctx, operationId: string): Promise<Undoable> {
  await lockUndone(ctx.db, operationId);
  const found = await requireOperation(ctx.db, takeoffLines, operationId);
  const { projectId, undoneBy } = found;
  if (undoneBy !== null)
    throw new DomainError('ALREADY_UNDONE', 'The operation is undone already.', { undoneBy });
  if (!canUndo(found) || projectId === null)
    throw new DomainError(
      'NOT_UNDOABLE',
      'What followed from a change elsewhere is undone by undoing that change.',
    );
  const operation = { ...found, projectId };
  if (!(await store.hasChanges(ctx.db, operation)))
    throw new DomainError('HISTORY_EXPIRED', 'What the operation changed is no longer stored.');
  const serviceIds =
    operation.serviceId === null ? await store.listServices(ctx.db, operation) : [operation.serviceId];
  await lockServices(ctx, projectId, serviceIds);
  const project = await requireOpenServices(ctx, projectId, serviceIds);
  if (project === null) throw notFound('service of the operation', operationId);
  // What follows the rates of crews takes these locks before it locks lines, too.
  const waitForCrews = crewsOperationOf(operation) === null ? lockCrewsOfServiceShared : lockCrewsOfService;
  for (const serviceId of serviceIds.toSorted()) await waitForCrews(ctx.db, serviceId);
  await store.lockLinesOf(ctx.db, operation);
  await recordLineOperation(
    ctx.db,
    { projectId, serviceIds },
    { kind: 'undo', undoes: operation.operationId },
  );
  return { operation, project };
}

type UndoableOperation = OperationRow & { projectId: string };

interface Undoable {
  operation: UndoableOperation;
  project: Project;
}

function changedSince(count: number, lines: readonly SkippedLine[]): DomainError {
  const items = lines
    .slice(0, blockingMax)
    .map(({ recordId, code, label }) => ({ id: recordId, code, name: label }));
  const blocking: Blocking = { count, items };
  const detail = `${count} lines have been changed since; with "onConflict": "skip" they stay as they are.`;
  return new DomainError('CHANGED_SINCE', detail, { blocking });
}

/** Lines that others changed meanwhile are left as those wrote them. */
async function restoreLines({ db, caller }: Ctx, operation: UndoableOperation, count: number) {
  const restored = await store.restoreChanged(db, operation, caller.name);
  const removed = await store.removeCreated(db, operation);
  const returned = await store.restoreDeleted(db, operation, caller.name);
  if (restored + removed + returned === count)
    return { created: returned, updated: restored, deleted: removed };
  const missing = count - restored - removed - returned;
  throw new DomainError('CHANGED_SINCE', `${missing} lines were changed while the undo ran.`, {
    blocking: { count: missing, items: [] },
  });
}

const crewsOperationOf = ({ kind, causedBy }: OperationRow): string | null =>
  kind === 'reprice' || kind === 'undo' ? causedBy : null;

type OnConflict = 'refuse' | 'skip';

async function planCrews(
  ctx: Ctx,
  operation: OperationRow,
  onConflict: OnConflict,
): Promise<UndoneReprice | null> {
  const operationId = crewsOperationOf(operation);
  if (operationId === null || operation.serviceId === null) return null;
  const planned = await askUndoReprice(ctx.bus, { operationId, onConflict, isDryRun: true });
  return { ...planned, operationId: null };
}

/**
 * The crews are the last step of the undo: when it fails the lines stay too, and when the lines then fail
 * they follow the event of the crews.
 */
async function restoreCrews(
  ctx: Ctx,
  operation: OperationRow,
  onConflict: OnConflict,
  undoing: string | null,
): Promise<UndoneReprice | null> {
  const operationId = crewsOperationOf(operation);
  if (operationId === null) return null;
  const restored = await askUndoReprice(ctx.bus, { operationId, onConflict, isDryRun: false });
  if (undoing !== null && restored.operationId !== null)
    await noteCause(ctx.db, undoing, restored.operationId);
  return restored;
}

const currentCrews = ({ operationId, crews, skipped }: UndoneReprice) => ({
  operationId,
  restored: crews.length,
  skipped,
});
