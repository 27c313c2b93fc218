import { boolean, DomainError, integer, invalid, RecordInput, uuid } from '@consulting/kernel/schema';
import { findSelected, listGroups, listUnknown, removeSelected } from '../../store/bulk/selected-lines';
import { recordLineOperation } from '../../store/rows/line-operation';
import type { Ctx } from '../context';
import { lockServices, requireOpenServices, requireProject } from '../line/owner';
import { inBulk, readSelection, requireAll, requireCount, selectionField } from './selection';

export const bulkDeleteInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project of the lines.'),
    serviceId: uuid().describe('Only lines of this service.'),
    selection: selectionField.required(),
    confirm: boolean().describe('Must be true; a dry run needs no confirmation.'),
    expectedCount: integer({ min: 0 }).describe(
      'Refuses with 409 when the selection has another number of lines.',
    ),
    dryRun: boolean().default(false).describe('Whether only the counts are found and nothing is written.'),
  },
  { name: 'TakeoffBulkDelete' },
);

/**
 * All lines are deleted or none (resources.md 17).
 * @throws VALIDATION_ERROR, EMPTY_FILTER, CONFIRMATION_REQUIRED, NOT_FOUND, SERVICE_APPROVED, COUNT_MISMATCH,
 * DEPENDENCY_UNAVAILABLE
 */
export async function bulkDelete(ctx: Ctx, body: unknown) {
  const { record, faults } = bulkDeleteInput.tryCreate(body);
  const { projectId, confirm, expectedCount, dryRun } = record;
  const selection = record.selection === null ? null : readSelection(record.selection, record, { faults });
  if (faults.length > 0 || selection === null) throw invalid(faults);
  if (confirm !== true && !dryRun)
    throw new DomainError('CONFIRMATION_REQUIRED', 'Lines are deleted in bulk only with "confirm": true.');
  await requireProject(ctx, projectId);
  return inBulk(ctx, false, async (inside) => {
    requireAll(await listUnknown(inside.db, selection));
    const groups = await listGroups(inside.db, selection);
    const owned = groups.map(({ serviceId }) => serviceId);
    if (!dryRun) await lockServices(inside, projectId, owned);
    await recordLineOperation(inside.db, { projectId, serviceIds: owned }, { kind: 'bulk-delete' });
    const remove = dryRun ? findSelected : removeSelected;
    const { deleted, serviceIds, ids } = await remove(inside.db, selection, groups);
    await requireOpenServices(inside, projectId, serviceIds);
    requireCount(deleted, expectedCount);
    return { matched: deleted, deleted, ids };
  });
}
