import { lockReferences } from '@consulting/kernel/postgres';
import { boolean, integer, invalid, RecordInput, uuid } from '@consulting/kernel/schema';
import {
  type GivenUpdates,
  needsCalculation,
  readUpdates,
  type Updates,
  updatesField,
  updatesFor,
} from '@consulting/mto-engine';
import type { Project } from '../../neighbours/clients-projects';
import { askWbsCodes } from '../../neighbours/equipment-wbs';
import { changeSelected } from '../../store/bulk/change';
import {
  countSelected,
  listUnknown,
  type SelectedGroup,
  type Selection,
} from '../../store/bulk/selected-lines';
import { recordLineOperation } from '../../store/rows/line-operation';
import type { Ctx } from '../context';
import { anyProject, lockServices, requireOpenServices, requireProject } from '../line/owner';
import { type CheckedEdit, type EditOutcome, recalculateSelected, trySelected } from './recalculation';
import { sampleOf } from './sample';
import { inBulk, readSelection, requireAll, requireCount, selectionField } from './selection';
import { subcontractorOf, valueFaults } from './value-faults';

export const bulkEditInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project of the lines.'),
    serviceId: uuid().describe('Only lines of this service.'),
    selection: selectionField.required(),
    updates: updatesField.required(),
    expectedCount: integer({ min: 0 }).describe(
      'Refuses with 409 when the selection has another number of lines.',
    ),
    dryRun: boolean()
      .default(false)
      .describe(
        'Whether nothing is written: the answer has the counts, and of the first 20 lines the values before and after.',
      ),
  },
  { name: 'TakeoffBulkEdit' },
);

/**
 * Every line becomes what a single update with those values would make of it, all or none (resources.md 15.2
 * and 17).
 * @throws VALIDATION_ERROR, RESULT_INVALID, EMPTY_FILTER, NOT_FOUND, SERVICE_APPROVED, COUNT_MISMATCH,
 * DEPENDENCY_UNAVAILABLE
 */
export async function bulkEdit(ctx: Ctx, body: unknown) {
  const { record, faults } = bulkEditInput.tryCreate(body);
  const { projectId, expectedCount, dryRun } = record;
  const selection = record.selection === null ? null : readSelection(record.selection, record, { faults });
  const given = record.updates === null ? new Map() : readUpdates(record.updates, { faults });
  if (faults.length > 0 || selection === null) throw invalid(faults);
  await requireProject(ctx, projectId);
  return inBulk(ctx, false, async (inside) => {
    requireAll(await listUnknown(inside.db, selection));
    const groups = await countSelected(inside.db, selection);
    const edit = await check(inside, projectId, selection, groups, given, !dryRun);
    const act = dryRun ? trySelected : write;
    const { matched, updated, ids } = edit === null ? nothing : await act(inside, edit);
    requireCount(matched, expectedCount);
    const counts = { matched, updated, unchanged: matched - updated, failed: 0, ids };
    if (!dryRun) return counts;
    return { ...counts, sample: edit === null ? [] : await sampleOf(inside, edit, [...given.keys()]) };
  });
}

const nothing: EditOutcome = { matched: 0, updated: 0, ids: [] };

async function check(
  ctx: Ctx,
  projectId: string,
  selection: Selection,
  groups: readonly SelectedGroup[],
  given: GivenUpdates,
  isToBeStored: boolean,
): Promise<CheckedEdit | null> {
  const { updates, faults } = updatesFor(
    given,
    groups.map(({ discipline }) => discipline),
  );
  if (faults.length > 0) throw invalid(faults);
  const serviceIds = groups.map(({ serviceId }) => serviceId);
  if (isToBeStored) await lockServices(ctx, projectId, serviceIds);
  const project = await requireOpenServices(ctx, projectId, serviceIds);
  if (project === null) return null;
  const subcontractorId = subcontractorOf(updates);
  if (subcontractorId !== null && isToBeStored)
    await lockReferences(ctx.db, 'subcontractor', [subcontractorId]);
  const found = await valueFaults(ctx.bus, project, updates);
  if (found.length > 0) throw invalid(found);
  if (updates.has('wbsCode') && isToBeStored) await lockReferences(ctx.db, 'wbs', [projectId, anyProject]);
  return { project, selection, groups, updates };
}

async function isKnownWbs(ctx: Ctx, { projectId }: Project, updates: Updates): Promise<boolean | null> {
  const wbsCode = updates.values.get('wbsCode');
  if (wbsCode === undefined) return null;
  return typeof wbsCode === 'string' && (await askWbsCodes(ctx.bus, projectId, [wbsCode])).has(wbsCode);
}

async function write(ctx: Ctx, edit: CheckedEdit): Promise<EditOutcome> {
  const { project, selection, groups, updates } = edit;
  const serviceIds = groups.map(({ serviceId }) => serviceId);
  await recordLineOperation(ctx.db, { projectId: project.projectId, serviceIds }, { kind: 'bulk-edit' });
  if (needsCalculation(updates, groups)) return recalculateSelected(ctx, edit);
  const wbsMatched = await isKnownWbs(ctx, project, updates);
  const values = new Map(updates.values).set('currency', project.currency);
  return changeSelected(ctx.db, selection, groups, { values, wbsMatched, by: ctx.caller.name });
}
