import { type Blocking, DomainError, invalid, notFound } from '@consulting/kernel/errors';
import { boolean, choice, integer } from '@consulting/kernel/fields/kinds';
import { RecordInput } from '@consulting/kernel/fields/record';
import { requireOperation } from '@consulting/kernel/http/history/routes';
import { findOpenOperation } from '@consulting/kernel/store/history/operation';
import type { OperationRow } from '@consulting/kernel/store/history/operation-list';
import type { Ctx } from '../../context';
import type { Project } from '../../neighbours/clients-projects';
import { findConflicts, listConflicts, type SkippedLine } from '../../store/history/conflicts';
import { takeoffLines, tellLineOperation } from '../../store/history/line-operation';
import * as store from '../../store/history/undo';
import { inBulk } from '../bulk/selection';
import { holdServices, requireOpenServices } from '../line/owner';
import { followPresent } from './follow-present';
import { canUndo, presentWritten } from './line-history';

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
 * Undoes an operation on takeoff lines (extensions.md 7.4): lines that it created go, those that it deleted come back, changed
 * fields get their values of before; rates that changed since are followed. All or nothing, and an operation itself.
 * @throws VALIDATION_ERROR, NOT_FOUND, ALREADY_UNDONE, NOT_UNDOABLE, HISTORY_EXPIRED, CHANGED_SINCE, COUNT_MISMATCH,
 * SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE
 */
export async function undoOperation(ctx: Ctx, operationId: string, body: unknown) {
  const { record, faults } = undoInput.tryCreate(body ?? {});
  if (faults.length > 0) throw invalid(faults);
  const { onConflict, dryRun, expectedCount } = record;
  await requireOperation(ctx.db, takeoffLines, operationId);
  return inBulk(ctx, dryRun, async (inside) => {
    const { operation, project } = await lockUndoable(inside, operationId);
    const skippedCount = await findConflicts(inside.db, operation);
    const skipped = skippedCount === 0 ? [] : await listConflicts(inside.db);
    if (skippedCount > 0 && onConflict === 'refuse') throw changedSince(skippedCount, skipped);
    const { created, updated, deleted, projectId, serviceId } = operation;
    const count = created + updated + deleted - skippedCount;
    if (expectedCount !== null && expectedCount !== count)
      throw new DomainError('COUNT_MISMATCH', `The undo changes ${count} lines, not ${expectedCount}.`, {
        count,
        expectedCount,
      });
    const counts = await restoreLines(inside, operation, count);
    const withoutSubcontractor = await followPresent(inside, project);
    const undoing = await findOpenOperation(inside.db, takeoffLines);
    if (undoing !== null) await store.noteUndone(inside.db, operation.operationId, undoing);
    return {
      ...(await presentWritten(inside, { kind: 'undo', projectId, serviceId, undoes: operationId, counts })),
      ...(dryRun && { operationId: null }),
      skipped,
      skippedCount,
      withoutSubcontractor,
    };
  });
}

async function lockUndoable(ctx: Ctx, operationId: string): Promise<Undoable> {
  await store.lockOperation(ctx.db, operationId);
  const operation = await requireOperation(ctx.db, takeoffLines, operationId);
  if (operation.undoneBy !== null)
    throw new DomainError('ALREADY_UNDONE', 'The operation is undone already.', {
      undoneBy: operation.undoneBy,
    });
  if (!canUndo(operation) || operation.projectId === null)
    throw new DomainError(
      'NOT_UNDOABLE',
      'What followed from a change elsewhere is undone by undoing that change.',
    );
  if (!(await store.hasChanges(ctx.db, operation)))
    throw new DomainError('HISTORY_EXPIRED', 'What the operation changed is no longer kept.');
  const serviceIds =
    operation.serviceId === null ? await store.listServices(ctx.db, operation) : [operation.serviceId];
  await holdServices(ctx, operation.projectId, serviceIds);
  const project = await requireOpenServices(ctx, operation.projectId, serviceIds);
  if (project === null) throw notFound('service of the operation', operationId);
  await tellLineOperation(
    ctx.db,
    { projectId: operation.projectId, serviceIds },
    { kind: 'undo', undoes: operation.operationId },
  );
  return { operation, project };
}

interface Undoable {
  operation: OperationRow;
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

/** What is written by others meanwhile is not found as it was looked at: then they win. */
async function restoreLines({ db, caller }: Ctx, operation: OperationRow, count: number) {
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
