import type { StoredUpload } from '@consulting/imports/accept-upload';
import { importList, type ListUpload } from '@consulting/imports/list/import-list';
import { acceptList } from '@consulting/imports/list/list-task';
import { AnsweredRows, type ListImportResult } from '@consulting/imports/list/row-tally';
import { importJob } from '@consulting/kernel/contracts/clients-projects';
import { recordOperation } from '@consulting/kernel/postgres';
import type { Fault } from '@consulting/kernel/schema';
import type { Ctx } from './context';
import { requireProject } from './project';
import type { Candidate } from './subcontractor-book';
import { subcontractorItemsInput } from './subcontractor-fields';
import { openSubcontractorWriter, storeCandidates } from './subcontractor-files';
import { subcontractorList } from './subcontractor-list';

export const tableWorker = new URL('../worker/table-worker.ts', import.meta.url);

/**
 * An invalid item is an error of its own and the others are stored (resources.md 14).
 * @throws NOT_FOUND, VALIDATION_ERROR
 */
export async function importSubcontractorItems(
  ctx: Ctx,
  projectId: string,
  body: unknown,
): Promise<ListImportResult> {
  const project = await requireProject(ctx, projectId);
  const { items, updateExisting } = subcontractorItemsInput.create(body);
  const candidates = items.map((values, index) => candidate(project.id, values, index + 1));
  return ctx.db.transaction(async (tx) => {
    await recordOperation(tx, { kind: 'import' });
    const tally = new AnsweredRows([], []);
    const parts = { tx, by: ctx.caller.name, tally, updateExisting };
    await storeCandidates(parts, project.id, candidates);
    return tally.answer;
  });
}

function candidate(projectId: string, values: unknown, number: number): Candidate {
  const given = (values as { projectId?: unknown } | null)?.projectId;
  const isForeign = given !== undefined && given !== null && String(given).toLowerCase() !== projectId;
  const foreign: Fault = { field: 'projectId', code: 'REFERENCE', message: 'is another project' };
  const faults = isForeign ? [foreign] : [];
  return { row: { sheet: '', number, values: {}, faults, cells: null }, values };
}

export async function importSubcontractorFile(
  ctx: Ctx,
  projectId: string,
  upload: ListUpload,
): Promise<ListImportResult> {
  const project = await requireProject(ctx, projectId);
  return importList(ctx, upload, openSubcontractorWriter(project.id));
}

export async function acceptSubcontractors(ctx: Ctx, projectId: string, upload: StoredUpload) {
  const project = await requireProject(ctx, projectId);
  return acceptList(ctx, upload, { list: subcontractorList, job: importJob, projectId: project.id });
}
