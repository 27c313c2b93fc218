import type { WriterParts } from '@consulting/imports/list/import-list';
import { changesOf } from '@consulting/imports/list/list-rows';
import { wbsCodesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import { type Database, emitAll } from '@consulting/kernel/postgres';
import { inSlices } from '@consulting/kernel/process';
import { type Fault, isEmpty, loweredText } from '@consulting/kernel/schema';
import type { Tree } from '../store/wbs-item';
import type { Place } from '../store/wbs-item-branch';
import * as store from '../store/wbs-item-bulk';
import { codesAbove } from './wbs-item-codes';
import { type WbsItemFields, wbsItemInput } from './wbs-item-fields';
import { type PlannedItem, TreePlan } from './wbs-item-plan';
import type { ItemRow } from './wbs-item-rows';

type Parts = Pick<WriterParts, 'tx' | 'by' | 'order' | 'tally'>;

export async function storeTree(parts: Parts, tree: Tree, rows: readonly ItemRow[]): Promise<void> {
  const { tx, order, tally } = parts;
  await checkSources(tx, rows);
  const plan = new TreePlan(await store.listItemsWithCodes(tx, tree, codesOf(rows)));
  await inSlices(rows, (row) => plan.name(row));
  const changes = await changesOfRows(plan.named);
  const moved = plan.findParents(order.updateExisting);
  if (moved.length > 0)
    plan.addBelow(
      await store.listItemsBelow(
        tx,
        moved.map(({ id }) => id),
      ),
    );
  const written = await sorted(plan.settle(), changes, parts);
  for (const { row, faults } of rows) if (faults.length > 0) tally.refuse(row, faults);
  tally.imported += written.created.length;
  tally.updated += written.updated.length;
  tally.skipped += written.skipped;
  await store.insertItems(tx, written.created);
  await store.updateItems(tx, written.updated);
  await store.shiftItems(tx, written.shifted);
  await reportCodes(tx, tree, written.created);
}

function codesOf(rows: readonly ItemRow[]): string[] {
  const codes = rows.flatMap(({ record: { code, parentCode } }) => [
    loweredText(code),
    ...(parentCode === null ? codesAbove(code) : [loweredText(parentCode)]),
  ]);
  return [...new Set(codes)];
}

const notUniversal: Fault = {
  field: 'sourceWbsId',
  code: 'REFERENCE',
  message: 'is not a universal WBS item',
};

async function checkSources(tx: Database, rows: readonly ItemRow[]): Promise<void> {
  const ids = new Set(rows.flatMap(({ record }) => record.sourceWbsId ?? []));
  const known = await store.keepUniversalItems(tx, [...ids]);
  for (const { record, faults } of rows)
    if (record.sourceWbsId !== null && !known.has(record.sourceWbsId)) faults.push(notUniversal);
}

type Changes = Partial<WbsItemFields>;

const placeKeys = ['wbsCode', 'parentCode', 'scope', 'projectId'];

async function changesOfRows(items: readonly PlannedItem[]): Promise<Map<PlannedItem, Changes>> {
  const all = new Map<PlannedItem, Changes>();
  await inSlices(items, (item) => {
    const { read, stored } = item;
    if (!read || !stored) return;
    const current = { ...stored, parentCode: null } as WbsItemFields;
    const { changes, faults } = changesOf(wbsItemInput, read.row, current, placeKeys);
    const remaining = read.faults.filter(({ code }) => code !== 'REQUIRED');
    const others = faults.filter(({ field }) => !remaining.some((known) => known.field === field));
    read.faults.splice(0, read.faults.length, ...remaining, ...others);
    all.set(item, changes);
  });
  return all;
}

interface Written {
  created: store.WrittenItem[];
  updated: store.WrittenItem[];
  shifted: ({ id: string } & Place)[];
  skipped: number;
}

async function sorted(
  items: readonly PlannedItem[],
  changes: ReadonlyMap<PlannedItem, Changes>,
  { by, order }: Parts,
): Promise<Written> {
  const written: Written = { created: [], updated: [], shifted: [], skipped: 0 };
  await inSlices(items, (item) => {
    const { id, stored, read, place, parent, isMoved } = item;
    const isValid = read !== null && read.faults.length === 0;
    const different = isValid && order.updateExisting ? (changes.get(item) ?? {}) : {};
    if (!place) return;
    if (!stored) {
      if (isValid) written.created.push(newItem(item, read, place, by));
    } else if (isMoved || !isEmpty(different)) {
      const parentId = isMoved ? (parent?.id ?? null) : stored.parentId;
      written.updated.push({ ...stored, ...different, ...place, parentId, id, updatedBy: by });
    } else {
      written.skipped += isValid ? 1 : 0;
      if (place.path !== stored.path || place.level !== stored.level) written.shifted.push({ id, ...place });
    }
  });
  return written;
}

function newItem(
  { id, parent }: PlannedItem,
  { record }: ItemRow,
  place: Place,
  by: string,
): store.WrittenItem {
  const { parentCode, ...values } = record;
  return { ...values, ...place, id, parentId: parent?.id ?? null, createdBy: by, updatedBy: by };
}

const codesPerEvent = 1000;

async function reportCodes(
  tx: Database,
  projectId: Tree,
  created: readonly store.WrittenItem[],
): Promise<void> {
  const codes = created.map(({ code }) => code);
  const reported = [];
  for (let at = 0; at < codes.length; at += codesPerEvent)
    reported.push({ projectId, wbsCodes: codes.slice(at, at + codesPerEvent) });
  if (reported.length > 0) await emitAll(tx, wbsCodesChanged, reported);
}
