import type { ListWriter, OpenWriter, WriterParts } from '@consulting/imports/list/import-list';
import { exportList, exportQuery } from '@consulting/imports/list/list-export';
import { listTemplate } from '@consulting/imports/list/template';
import type { TableRow } from '@consulting/imports/table/table';
import { inSlices } from '@consulting/kernel/process';
import type { Values } from '@consulting/kernel/schema';
import * as store from '../store/subcontractor-bulk';
import type { Ctx } from './context';
import { requireProject } from './project';
import { lockParent } from './subcontractor';
import { type Candidate, SubcontractorBook } from './subcontractor-book';
import { subcontractorQuery } from './subcontractor-fields';
import { subcontractorList } from './subcontractor-list';

export const subcontractorExportQuery = exportQuery(subcontractorQuery);

export async function getSubcontractorTemplate(ctx: Ctx, projectId: string): Promise<Response> {
  await requireProject(ctx, projectId);
  return listTemplate(subcontractorList);
}

export async function exportSubcontractors(
  ctx: Ctx,
  projectId: string,
  { format, ...filter }: Values<(typeof subcontractorExportQuery)['fields']>,
  signal: AbortSignal,
): Promise<Response> {
  const project = await requireProject(ctx, projectId);
  const read = store.readSubcontractors(project.id, filter);
  return exportList(ctx, { list: subcontractorList, format, read }, signal);
}

export const openSubcontractorWriter =
  (projectId: string): OpenWriter =>
  (parts) =>
    new SubcontractorWriter(parts, projectId);

/** The project is locked from the last row on, not while the file is read. */
class SubcontractorWriter implements ListWriter {
  readonly #candidates: Candidate[] = [];

  constructor(
    private readonly parts: WriterParts,
    private readonly projectId: string,
  ) {}

  async take(rows: readonly TableRow[]): Promise<void> {
    for (const row of rows) this.#candidates.push({ row, values: row.values });
  }

  finish(): Promise<void> {
    const { order, ...parts } = this.parts;
    const { updateExisting } = order;
    return storeCandidates({ ...parts, updateExisting }, this.projectId, this.#candidates);
  }
}

interface StoringParts extends Pick<WriterParts, 'tx' | 'by' | 'tally'> {
  updateExisting: boolean;
}

export async function storeCandidates(
  { tx, by, tally, updateExisting }: StoringParts,
  projectId: string,
  candidates: readonly Candidate[],
): Promise<void> {
  const { currency } = await lockParent({ db: tx }, projectId);
  const stored = await store.lockSubcontractors(tx, projectId);
  const book = new SubcontractorBook(stored, { updateExisting, currency, tally });
  await inSlices(candidates, (one) => book.take(one));
  const created = book.created().map((values) => ({
    ...values,
    ...{ id: Bun.randomUUIDv7(), projectId, createdBy: by, updatedBy: by },
  }));
  await store.insertSubcontractors(tx, created);
  await store.updateSubcontractors(
    tx,
    book.updated().map((row) => ({ ...row, updatedBy: by })),
  );
}
