import {
  importList,
  type ListUpload,
  type ListWriter,
  type OpenWriter,
  type WriterParts,
} from '@consulting/imports/list/import-list';
import { exportList, exportQuery } from '@consulting/imports/list/list-export';
import type { ListOrder } from '@consulting/imports/list/list-form';
import { hasKey } from '@consulting/imports/list/list-rows';
import type { ListImportResult } from '@consulting/imports/list/row-tally';
import type { TableRow } from '@consulting/imports/table/table';
import { inSlices, requireUnlimited } from '@consulting/kernel/process';
import { type Fault, notFound, QueryInput, type Values } from '@consulting/kernel/schema';
import { askProject } from '../neighbours/clients-projects';
import { lockTree, lockTreeShared, type Tree } from '../store/wbs-item';
import { readItems } from '../store/wbs-item-bulk';
import type { Ctx } from './context';
import { requireProject } from './references';
import { wbsQuery } from './wbs-item-fields';
import { rootMark, wbsItemList } from './wbs-item-list';
import { type ItemRow, itemKey, readItemRow } from './wbs-item-rows';
import { storeTree } from './wbs-item-store';

const { tree: _, ...listFilters } = wbsQuery.fields;

export const itemExportQuery = exportQuery(new QueryInput(listFilters));

export function exportItems(
  ctx: Ctx,
  { format, ...filter }: Values<(typeof itemExportQuery)['fields']>,
  signal: AbortSignal,
): Promise<Response> {
  return exportList(ctx, { list: wbsItemList, format, read: readItems(filter, rootMark) }, signal);
}

/**
 * @throws NOT_FOUND (project), INSUFFICIENT_SCOPE, VALIDATION_ERROR, FILE_UNREADABLE, FILE_TOO_LARGE, UNSUPPORTED_FILE_TYPE, RATE_LIMITED,
 * DEPENDENCY_UNAVAILABLE
 */
export async function importItems(ctx: Ctx, upload: ListUpload): Promise<ListImportResult> {
  const order = upload.order();
  await requireProjectOf(ctx, order);
  const parts = { ...order.parts, ...partsOfLimited(ctx) };
  return importList(ctx, { ...upload, order: () => ({ ...order, parts }) }, openItemWriter);
}

// All rows of a limited caller are of the project that the form names.
export const partsOfLimited = ({ visible }: Ctx) => (visible ? { scope: 'project' } : {});

export async function requireProjectOf(ctx: Ctx, { parts }: ListOrder): Promise<void> {
  if (!parts?.projectId || parts.scope === 'universal') requireUnlimited(ctx);
  if (typeof parts?.projectId === 'string') await requireProject(ctx, parts.projectId);
}

export const openItemWriter: OpenWriter = (parts) => new ItemWriter(parts);

const projectsMax = 50;

class ItemWriter implements ListWriter {
  readonly #trees = new Map<Tree, ItemRow[]>();

  constructor(private readonly parts: WriterParts) {}

  async take(rows: readonly TableRow[]): Promise<void> {
    const { tally, order } = this.parts;
    await inSlices(rows, (row) => {
      const read = readItemRow(row, order.parts);
      const tree = read.record.projectId;
      const known = this.#trees.get(tree);
      if (!hasKey(read, itemKey)) tally.refuse(row, read.faults);
      else if (known) known.push(read);
      else if (this.#trees.size <= projectsMax) this.#trees.set(tree, [read]);
      else tally.refuse(row, [tooManyProjects]);
    });
  }

  /** All imports take trees in one order, so that two of them never wait for each other. */
  async finish(): Promise<void> {
    const { tx, order } = this.parts;
    const trees = [...this.#trees].sort(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1));
    for (const [tree, rows] of trees) {
      await (order.updateExisting ? lockTree(tx, tree) : lockTreeShared(tx, tree));
      if (tree === null || (await this.#isProject(tree))) await storeTree(this.parts, tree, rows);
      else for (const { row, faults } of rows) this.parts.tally.refuse(row, [...faults, unknownProject]);
    }
  }

  async #isProject(projectId: string): Promise<boolean> {
    if (await askProject(this.parts.bus, projectId)) return true;
    if (this.parts.order.parts?.projectId === projectId) throw notFound('project', projectId);
    return false;
  }
}

const unknownProject: Fault = { field: 'projectId', code: 'REFERENCE', message: 'is not a project' };

const tooManyProjects: Fault = {
  field: 'projectId',
  code: 'MAX',
  message: `is beyond the first ${projectsMax} projects of the file; send it in parts`,
  params: { maxItems: projectsMax },
};
