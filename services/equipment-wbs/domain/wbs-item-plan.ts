import { type Fault, loweredText } from '@consulting/kernel/schema';
import type { Place } from '../store/wbs-item-branch';
import type { WrittenItem } from '../store/wbs-item-bulk';
import { codesAbove } from './wbs-item-codes';
import { levelMax } from './wbs-item-fields';
import { rootMark } from './wbs-item-list';
import type { ItemRow } from './wbs-item-rows';

export interface PlannedItem {
  id: string;
  code: string;
  stored: WrittenItem | null;
  read: ItemRow | null;
  parent: PlannedItem | null;
  isMoved: boolean;
  place: Place | null;
  isRefused: boolean;
}

export class TreePlan {
  readonly #byCode = new Map<string, PlannedItem>();
  readonly #byId = new Map<string, PlannedItem>();
  readonly named: PlannedItem[] = [];
  readonly #below = new Set<PlannedItem>();
  readonly #children = new Map<PlannedItem, PlannedItem[]>();

  constructor(stored: readonly WrittenItem[]) {
    for (const item of stored) this.#addStored(item);
  }

  name(read: ItemRow): void {
    const { code } = read.record;
    const current = this.#byCode.get(loweredText(code));
    if (current?.read) {
      const message = `row ${read.row.number} has the same code as row ${current.read.row.number}`;
      read.faults.push({ field: 'wbsCode', code: 'DUPLICATE', message });
      return;
    }
    const item = current ?? { ...unplaced, id: Bun.randomUUIDv7(), code };
    item.read = read;
    if (!current) this.#index(item);
    this.named.push(item);
  }

  findParents(mayMove: boolean): PlannedItem[] {
    for (const item of this.named) {
      const parent = this.#wantedParent(item);
      if (parent === undefined || isAtFault(item)) continue;
      if (!item.stored) item.parent = parent;
      else if (mayMove && (parent?.id ?? null) !== item.stored.parentId) {
        item.parent = parent;
        item.isMoved = true;
      }
    }
    return this.named.filter(({ isMoved }) => isMoved);
  }

  #wantedParent({ read, code, stored }: PlannedItem): PlannedItem | null | undefined {
    const given = read?.record.parentCode ?? null;
    if (given === null) {
      if (stored) return undefined;
      const above = codesAbove(code).find((one) => this.#byCode.has(one));
      return above === undefined ? null : this.#byCode.get(above);
    }
    const found = this.#byCode.get(loweredText(given));
    if (found || loweredText(given) === rootMark) return found ?? null;
    const message = 'is neither a code of the file nor of an item of the same scope and project';
    read?.faults.push({ field: 'parentCode', code: 'REFERENCE', message });
    return undefined;
  }

  addBelow(items: readonly WrittenItem[]): void {
    for (const stored of items) if (!this.#byId.has(stored.id)) this.#addStored(stored);
    for (const { id, parentId } of items) {
      const item = this.#byId.get(id);
      if (!item || parentId === null) continue;
      if (!item.isMoved) item.parent = this.#byId.get(parentId) ?? null;
      this.#below.add(item);
    }
  }

  settle(): PlannedItem[] {
    const moving = this.named.filter(({ stored, isMoved }) => !stored || isMoved);
    const pending = [...new Set([...moving, ...this.#below])];
    for (const item of pending) item.place = null;
    for (const item of moving) if (isAtFault(item)) this.#refuse(item);
    const heights = this.#heights();
    this.#place(pending, heights);
    const left = () => pending.filter(isOpen);
    for (const item of inCycles(left())) this.#refuseWith(item, cycle);
    this.#place(left(), heights);
    // An item that stays where it is may be what another one moved below.
    for (const item of left()) if (item.stored) this.#refuseWith(item, cycle);
    this.#place(left(), heights);
    return [...this.named, ...[...this.#below].filter(({ read }) => read === null)];
  }

  #place(pending: readonly PlannedItem[], heights: ReadonlyMap<PlannedItem, number>): void {
    this.#children.clear();
    const ready: PlannedItem[] = [];
    for (const item of pending) {
      if (!isOpen(item)) continue;
      if (item.parent && isOpen(item.parent)) this.#addChild(item.parent, item);
      else ready.push(item);
    }
    for (let at = 0; at < ready.length; at += 1) {
      const item = ready[at];
      if (!item) break;
      this.#placeOne(item, heights.get(item) ?? 0);
      if (!isOpen(item)) ready.push(...(this.#children.get(item) ?? []));
    }
  }

  #placeOne(item: PlannedItem, height: number): void {
    const { parent } = item;
    const level = (parent?.place?.level ?? 0) + 1;
    if (parent?.isRefused) this.#refuseWith(item, notStored(parent));
    else if ((!item.stored || item.isMoved) && level + height > levelMax) this.#refuseWith(item, tooDeep);
    else if (!parent) item.place = { level: 1, path: item.code };
    else if (parent.place) item.place = { level, path: `${parent.place.path}/${item.code}` };
    if (isOpen(item) && item.parent && isOpen(item.parent)) this.#addChild(item.parent, item);
    else if (isOpen(item)) this.#placeOne(item, height);
  }

  #refuseWith(item: PlannedItem, fault: Fault): void {
    if (!item.stored || item.isMoved) item.read?.faults.push(fault);
    this.#refuse(item);
  }

  #refuse(item: PlannedItem): void {
    const { stored } = item;
    if (!stored) item.isRefused = true;
    if (!stored || !item.isMoved) return;
    item.isMoved = false;
    item.parent = stored.parentId === null ? null : (this.#byId.get(stored.parentId) ?? null);
    const isAlone = stored.parentId !== null && item.parent === null;
    item.place = isAlone ? { level: stored.level, path: stored.path } : null;
  }

  #heights(): Map<PlannedItem, number> {
    const heights = new Map<PlannedItem, number>();
    for (const { stored } of this.#below) {
      let above = stored?.parentId ?? null;
      for (let height = 1; above !== null && height <= levelMax; height += 1) {
        const item = this.#byId.get(above);
        if (!item?.stored) break;
        heights.set(item, Math.max(heights.get(item) ?? 0, height));
        above = item.stored.parentId;
      }
    }
    return heights;
  }

  #addChild(parent: PlannedItem, item: PlannedItem): void {
    const known = this.#children.get(parent);
    if (known) known.push(item);
    else this.#children.set(parent, [item]);
  }

  #addStored(stored: WrittenItem): void {
    const { id, code, level, path } = stored;
    this.#index({ ...unplaced, id, code, stored, place: { level, path } });
  }

  #index(item: PlannedItem): void {
    this.#byCode.set(loweredText(item.code), item);
    this.#byId.set(item.id, item);
  }
}

const unplaced = { stored: null, read: null, parent: null, isMoved: false, place: null, isRefused: false };

const isAtFault = ({ read }: PlannedItem) => (read?.faults.length ?? 0) > 0;

const isOpen = ({ place, isRefused }: PlannedItem) => place === null && !isRefused;

function inCycles(items: readonly PlannedItem[]): PlannedItem[] {
  const seen = new Map<PlannedItem, number>();
  const found: PlannedItem[] = [];
  items.forEach((start, walk) => {
    let at: PlannedItem | null = start;
    while (at && isOpen(at) && !seen.has(at)) {
      seen.set(at, walk);
      at = at.parent;
    }
    if (!at || seen.get(at) !== walk || !isOpen(at)) return;
    found.push(at);
    for (let member = at.parent; member && member !== at; member = member.parent) found.push(member);
  });
  return found;
}

const cycle: Fault = { field: 'parentCode', code: 'WBS_CYCLE', message: 'is the item itself or below it' };

const tooDeep: Fault = {
  field: 'parentCode',
  code: 'MAX',
  message: `would make the tree deeper than ${levelMax} levels`,
  params: { max: levelMax },
};

const notStored = ({ code, read }: PlannedItem): Fault => ({
  field: 'parentCode',
  code: 'REFERENCE',
  message: `the item is not stored because ${code} above it, in row ${read?.row.number}, is not`,
});
