import type { StoredList } from '@consulting/kernel/http';
import { inSlices } from '@consulting/kernel/process';
import {
  addFaults,
  DomainError,
  type Fault,
  integer,
  invalid,
  isObject,
  QueryInput,
  RecordInput,
  type SerializedJson,
  unreadItems,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import {
  type LineDraft,
  patchSchema,
  pricingAfter,
  readLineChanges,
  type StoredLine,
  serverKeys,
} from '@consulting/mto-engine';
import { lockLines, storeChanged } from '../../store/bulk/patched-lines';
import { countSelected, listUnknown, type Selection } from '../../store/bulk/selected-lines';
import { recordLineOperation } from '../../store/rows/line-operation';
import type { Ctx } from '../context';
import { type ChosenKeys, checkKeys, chosenKeysFields } from '../line/chosen-keys';
import { lockServices, requireOpenServices, requireProject } from '../line/owner';
import { prepareLines } from '../line/preparation';
import { AnsweredLines, withCurrentLines } from './answered-lines';
import { itemsMax } from './bulk-create';
import { PatchedLines } from './patched-lines';
import { inBulk, requireAll } from './selection';

export const bulkPatchQuery = new QueryInput(chosenKeysFields);

type BulkPatchQuery = Values<(typeof bulkPatchQuery)['fields']>;

const chosenBy = ({ fields, omitEmpty }: BulkPatchQuery): ChosenKeys => ({
  keys: fields,
  isWithoutEmpty: omitEmpty,
});

export const bulkPatchInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project of all lines.'),
    items: unreadItems(patchSchema, itemsMax)
      .required()
      .describe('Lines with what is to change of each, all or none.'),
  },
  { name: 'TakeoffLinePatches' },
);

const itemInput = new RecordInput({ mtoId: uuid().required(), version: integer({ min: 1 }) });

const changesMax = 100;

interface Item {
  mtoId: string;
  version: number | null;
  changes: Record<string, unknown>;
}

/**
 * Every line changes as a single update would change it, all or none (extensions.md 10.2).
 * @throws VALIDATION_ERROR with `index`, NOT_FOUND, VERSION_MISMATCH, SERVICE_APPROVED,
 * DEPENDENCY_UNAVAILABLE
 */
export async function bulkPatch(ctx: Ctx, body: unknown, query: BulkPatchQuery) {
  const { record, faults } = bulkPatchInput.tryCreate(body);
  const items = await readItems(record.items ?? [], faults);
  checkKeys(query.fields ?? [], serverKeys, 'fields', null, { faults });
  if (faults.length > 0) throw invalid(faults);
  const { projectId } = record;
  await requireProject(ctx, projectId);
  return inBulk(ctx, false, (inside) => patch(inside, projectId, items, chosenBy(query)));
}

async function patch(ctx: Ctx, projectId: string, items: readonly Item[], chosen: ChosenKeys) {
  const ids = items.map(({ mtoId }) => mtoId);
  const selection: Selection = { projectId, serviceId: null, ids };
  requireAll(await listUnknown(ctx.db, selection));
  const groups = await countSelected(ctx.db, selection);
  const serviceIds = [...new Set(groups.map(({ serviceId }) => serviceId))];
  await lockServices(ctx, projectId, serviceIds);
  const current = await lockCurrent(ctx, projectId, items);
  const asked = await readChanges(items, current);
  const project = await requireOpenServices(ctx, projectId, serviceIds);
  if (project === null) throw new RangeError('a patch of no lines');
  const drafts = asked.map(({ draft }) => draft);
  const found = await prepareLines(ctx, project, drafts);
  const faults: Fault[] = [];
  for (const [at, own] of found.entries()) addFaults(faults, own, asked[at]?.index);
  if (faults.length > 0) throw invalid(faults);
  await recordLineOperation(ctx.db, { projectId, serviceIds }, { kind: 'bulk-edit' });
  return write(ctx, current, drafts, { projectId, chosen });
}

async function readItems(items: readonly unknown[], faults: Fault[]): Promise<Item[]> {
  const read: Item[] = [];
  const known = new Set<string>();
  await inSlices(items, (item, index) => {
    const given = isObject(item)
      ? Object.entries(item).filter(([key]) => Object.hasOwn(itemInput.fields, key))
      : null;
    const { record, faults: own } = itemInput.tryCreate(given === null ? item : Object.fromEntries(given));
    const { mtoId } = record;
    if (known.has(mtoId)) own.push({ field: 'mtoId', code: 'DUPLICATE', message: 'occurs more than once' });
    else if (mtoId !== null) known.add(mtoId);
    addFaults(faults, own, index);
    read.push({ ...record, changes: isObject(item) ? item : {} });
  });
  return read;
}

async function lockCurrent(ctx: Ctx, projectId: string, items: readonly Item[]): Promise<StoredLine[]> {
  const locked = await lockLines(
    ctx.db,
    projectId,
    items.map(({ mtoId }) => mtoId),
  );
  const lines = new Map(locked.map((line) => [line.id, line]));
  requireAll(items.flatMap(({ mtoId }) => (lines.has(mtoId) ? [] : [mtoId])));
  const moved = items.flatMap(({ mtoId, version }) => {
    const line = lines.get(mtoId);
    return line === undefined || version === null || line.version === version ? [] : [line];
  });
  if (moved.length > 0) throw otherVersions(moved);
  return items.flatMap(({ mtoId }) => lines.get(mtoId) ?? []);
}

function otherVersions(lines: readonly StoredLine[]): DomainError {
  const { length: count } = lines;
  const which = count === 1 ? 'One line has' : `${count} lines have`;
  const detail = `${which} been changed by someone else; read what \`ids\` names again.`;
  return new DomainError('VERSION_MISMATCH', detail, {
    ids: lines.map(({ id }) => id),
    count,
    changes: lines
      .slice(0, changesMax)
      .map(({ id, version, updatedBy, updatedAt }) => ({ id, version, updatedBy, updatedAt })),
  });
}

interface Asked {
  index: number;
  draft: LineDraft;
}

async function readChanges(items: readonly Item[], current: readonly StoredLine[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  const faults: Fault[] = [];
  await inSlices(current, (line, index) => {
    const { draft, isEmpty, faults: own } = readLineChanges(line, items[index]?.changes);
    addFaults(faults, own, index);
    if (!isEmpty) asked.push({ index, draft });
  });
  if (faults.length > 0) throw invalid(faults);
  return asked;
}

async function write(
  ctx: Ctx,
  current: readonly StoredLine[],
  drafts: readonly LineDraft[],
  { projectId, chosen }: { projectId: string; chosen: ChosenKeys },
): Promise<SerializedJson> {
  const { name: by } = ctx.caller;
  const before = new Map(current.map((line) => [line.id, line]));
  const patched = new PatchedLines();
  await inSlices(drafts, (draft) => patched.add(before.get(draft.id) as StoredLine, draft));
  const updatedAt = await storeChanged(ctx.db, patched.positions, patched.lines, { projectId, by });
  const ids = current.map(({ id }) => id);
  const updated = patched.lines.length;
  const answer = new AnsweredLines({ updated, unchanged: ids.length - updated, ids }, chosen);
  await inSlices(current, (line) => {
    const draft = patched.changed.get(line.id);
    answer.add(
      draft
        ? {
            ...line,
            ...stored(draft),
            pricing: pricingAfter(line, draft.values),
            version: line.version + 1,
            updatedAt,
            updatedBy: by,
          }
        : line,
    );
  });
  return answer.close();
}

const stored = ({ values, crewRateMatched, wbsMatched }: LineDraft) => ({
  values,
  crewRateMatched,
  wbsMatched,
});

export const bulkPatched = (ctx: Ctx, list: StoredList, query: BulkPatchQuery) =>
  withCurrentLines(ctx.db, new AnsweredLines(list, chosenBy(query)), list.ids);
