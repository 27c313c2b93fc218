import type { StoredList } from '@consulting/kernel/http';
import { inSlices } from '@consulting/kernel/process';
import { addFaults, type Fault, invalid, RecordInput, unreadItems, uuid } from '@consulting/kernel/schema';
import { commonValue, type LineDraft, lineSchema, readNewLine } from '@consulting/mto-engine';
import { recordLineOperation } from '../../store/rows/line-operation';
import { insertLines } from '../../store/writes/takeoff-line';
import type { Ctx } from '../context';
import { lockServices, requireOpenServices } from '../line/owner';
import { prepareLines } from '../line/preparation';
import { AnsweredLines, withCurrentLines } from './answered-lines';

export const itemsMax = 5000;

export const bulkCreateInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project of all items.'),
    serviceId: uuid().describe('Of the items that name no other service of the project.'),
    items: unreadItems(lineSchema('item'), itemsMax).required().describe('Lines to create, all or none.'),
  },
  { name: 'TakeoffLineItems' },
);

/**
 * All lines are created or none (resources.md 17).
 * @throws VALIDATION_ERROR with `index`, NOT_FOUND (service), SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE
 */
export async function bulkCreate(ctx: Ctx, body: unknown) {
  const { record, faults } = bulkCreateInput.tryCreate(body);
  const drafts = await readItems(record, faults);
  if (faults.length > 0) throw invalid(faults);
  const { projectId } = record;
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const serviceIds = drafts.map((draft) => String(commonValue(draft, 'serviceId')));
    await lockServices(inside, projectId, serviceIds);
    const project = await requireOpenServices(inside, projectId, serviceIds);
    if (project === null) throw new RangeError('a bulk creation without items');
    const found = await prepareLines(inside, project, drafts);
    const ofItems: Fault[] = [];
    for (const [index, own] of found.entries()) addFaults(ofItems, own, index);
    if (ofItems.length > 0) throw invalid(ofItems);
    const answer = createdLines(drafts.map(({ id }) => id));
    await recordLineOperation(tx, { projectId, serviceIds }, { kind: 'bulk-create' });
    await insertLines(tx, drafts, ctx.caller.name, (line) => answer.add(line));
    return answer.close();
  });
}

export const bulkCreated = (ctx: Ctx, { ids }: StoredList) =>
  withCurrentLines(ctx.db, createdLines(ids), ids);

const createdLines = (ids: string[]) =>
  new AnsweredLines({ created: ids.length, failed: 0, total: ids.length, ids });

/** It stands for a project that the request should name, so that the lack of it is reported once. */
const nobody = '00000000-0000-4000-8000-000000000000';

const foreign: Fault = { field: 'projectId', code: 'REFERENCE', message: 'must be that of the request' };

interface Owner {
  projectId: string;
  serviceId: string | null;
  items: unknown[] | null;
}

async function readItems({ items, projectId, serviceId }: Owner, faults: Fault[]): Promise<LineDraft[]> {
  const owner = { projectId: projectId ?? nobody, ...(serviceId === null ? {} : { serviceId }) };
  const drafts: LineDraft[] = [];
  await inSlices(items ?? [], (item, index) => {
    const { draft, faults: own } = readNewLine(item, owner);
    addFaults(faults, own, index);
    if (draft && projectId !== null && commonValue(draft, 'projectId') !== projectId)
      addFaults(faults, [foreign], index);
    if (draft) drafts.push(draft);
  });
  return drafts;
}
