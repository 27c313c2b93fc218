import { receiveTable, type TableUpload } from '@consulting/imports/table/table-reader';
import { requireForm } from '@consulting/kernel/http/form';
import type { Ctx } from '../context';
import * as store from '../store/subcontractor';
import { requireProject } from './project';
import { lockParent } from './subcontractor';
import { type Candidate, type ImportResult, SubcontractorBook } from './subcontractor-book';
import { subcontractorFormInput, subcontractorItemsInput } from './subcontractor-fields';

export const receiveSubcontractors = receiveTable(
  new URL('../worker/subcontractor-table.ts', import.meta.url),
);

/** An invalid item is an error of its own and the others are stored (resources.md 14). @throws NOT_FOUND, VALIDATION_ERROR */
export async function importSubcontractorItems(
  ctx: Ctx,
  projectId: string,
  body: unknown,
): Promise<ImportResult> {
  const project = await requireProject(ctx, projectId);
  const { items, updateExisting } = subcontractorItemsInput.create(body);
  const candidates = items.map((values, index) => candidate(project.id, values, index + 1));
  return importAll(ctx, project.id, candidates, updateExisting);
}

function candidate(projectId: string, values: unknown, row: number): Candidate {
  const given = (values as { projectId?: unknown } | null)?.projectId;
  const isForeign = given !== undefined && given !== null && String(given).toLowerCase() !== projectId;
  const fault = { field: 'projectId', code: 'REFERENCE' as const, message: 'is another project' };
  return { row, values, faults: isForeign ? [fault] : [] };
}

/** A CSV file or the first sheet of a workbook. @throws NOT_FOUND, VALIDATION_ERROR, FILE_UNREADABLE, FILE_TOO_LARGE, UNSUPPORTED_FILE_TYPE, RATE_LIMITED */
export async function importSubcontractorFile(
  ctx: Ctx,
  projectId: string,
  upload: TableUpload,
): Promise<ImportResult> {
  const project = await requireProject(ctx, projectId);
  const { values } = requireForm(upload, subcontractorFormInput);
  const candidates = upload.rows().map(({ number, ...row }) => ({ row: number, ...row }));
  return importAll(ctx, project.id, candidates, values.updateExisting);
}

function importAll(
  ctx: Ctx,
  projectId: string,
  candidates: readonly Candidate[],
  updateExisting: boolean,
): Promise<ImportResult> {
  return ctx.db.transaction(async (tx) => {
    const { currency } = await lockParent({ ...ctx, db: tx }, projectId);
    const book = new SubcontractorBook(await store.lockSubcontractors(tx, projectId), updateExisting);
    for (const one of candidates) book.take(one);
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const created = book.created(currency).map((values) => ({ ...values, projectId, ...by }));
    await store.insertSubcontractors(tx, created);
    for (const { id, changes } of book.updated(currency)) {
      await store.updateSubcontractor(tx, id, { ...changes, updatedBy: ctx.caller.name });
    }
    return book.result;
  });
}
