import { wbsCodesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import { awaitAnswers, type Database, emit, lockAnswers } from '@consulting/kernel/postgres';
import { type Blocking, DomainError, invalid, isUuid, loweredText } from '@consulting/kernel/schema';
import { askWbsUsage } from '../neighbours/mto';
import * as store from '../store/wbs-item';
import type { Ctx } from './context';

type WbsItemRow = store.WbsItemRow;

const blockingMax = 20;

/** The tree must be locked. @throws WBS_HAS_CHILDREN, WBS_IN_USE with `blocking`, DEPENDENCY_UNAVAILABLE */
export async function requireRemovable(ctx: Ctx, item: WbsItemRow): Promise<void> {
  const children = await store.findChildren(ctx.db, item.id, blockingMax);
  if (children.count > 0)
    throw new DomainError('WBS_HAS_CHILDREN', `${children.count} items are directly below ${item.code}.`, {
      blocking: children,
    });
  if (item.projectId !== null) return requireUncarried(item, await usageOf(ctx, item.projectId, item.code));
  await store.lockItemForRemoval(ctx.db, item.id);
  const copies = await store.findCopies(ctx.db, item.id, blockingMax);
  if (copies.count > 0)
    throw inUse(`${copies.count} items of projects were copied from ${item.code}.`, copies);
}

/**
 * A code that takeoff lines carry stays (resources.md 7). For a universal item these are lines of every project that
 * has no item with the code itself.
 * @throws WBS_IN_USE with `blocking`, DEPENDENCY_UNAVAILABLE
 */
export async function requireRenamable(
  ctx: Ctx,
  { projectId, ...item }: WbsItemRow,
  code: string,
): Promise<void> {
  if (loweredText(code) === loweredText(item.code)) return;
  const others = projectId === null ? await store.listProjectsWithCode(ctx.db, item.code) : [];
  requireUncarried(item, await usageOf(ctx, projectId, item.code, others));
}

async function usageOf(
  ctx: Ctx,
  projectId: string | null,
  code: string,
  exceptProjectIds: string[] = [],
): Promise<Blocking> {
  await lockAnswers(ctx.db, 'wbs', code);
  return askWbsUsage(ctx.bus, projectId, code, exceptProjectIds);
}

function requireUncarried({ code }: Pick<WbsItemRow, 'code'>, lines: Blocking): void {
  if (lines.count > 0) throw inUse(`${lines.count} takeoff lines carry the code ${code}.`, lines);
}

const inUse = (detail: string, blocking: Blocking) => new DomainError('WBS_IN_USE', detail, { blocking });

export async function requireSource(ctx: Ctx, sourceWbsId: string | null | undefined): Promise<void> {
  if (sourceWbsId == null || (await store.keepUniversalItem(ctx.db, sourceWbsId))) return;
  throw invalid([{ field: 'sourceWbsId', code: 'REFERENCE', message: 'is not a universal WBS item' }]);
}

export const emitCodes = (tx: Database, projectId: string | null, wbsCodes: string[]): Promise<void> =>
  emit(tx, wbsCodesChanged, { projectId, wbsCodes });

export async function knownWbsCodes(
  db: Database,
  projectId: string,
  wbsCodes: readonly string[],
): Promise<string[]> {
  if (wbsCodes.length === 0 || !isUuid(projectId)) return [];
  return db.transaction(async (tx) => {
    await awaitAnswers(tx, 'wbs', wbsCodes);
    const known = await store.findCodes(tx, projectId, wbsCodes);
    return wbsCodes.filter((code) => known.has(loweredText(code)));
  });
}
