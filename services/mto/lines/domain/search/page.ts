import { fault, Page, type Reading } from '@consulting/kernel/schema';
import { findBehind, findPage } from '../../store/reads/search';
import { findUnfinishedLines } from '../../store/rows/import-task';
import { linesOutside } from '../../store/rows/line-source';
import type { LineFilter } from '../../store/search/line-filter';
import type { FoundPage, Position } from '../../store/search/order';
import type { Ctx } from '../context';
import { type ChosenKeys, readLines } from '../line/chosen-keys';
import { readInProject } from '../line/owner';
import { sourceFor } from '../line/version-lines';
import { sumsOf } from '../measures/sums';
import { type Cursor, readCursor, type Walk, writeCursor } from './cursor';
import { withLevels } from './group-order';

export interface PageOrder extends Walk {
  after: Cursor | null;
  skip: number;
  limit: number;
  chosen: ChosenKeys;
  sums: readonly string[] | null;
  ignored?: readonly string[] | undefined;
}

export function readAfter(after: string | null, skip: number, walk: Walk, reading: Reading): Cursor | null {
  if (after === null) return null;
  if (skip > 0)
    fault(reading, 'skip', 'FORMAT', 'cannot be combined with `after`, which says where to continue');
  return readCursor(after, walk, reading);
}

/**
 * The order and the last line of a page say what comes behind it, so lines that are added or removed in
 * between disturb nothing.
 * @throws NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE
 */
export async function readPage(ctx: Ctx, given: PageOrder): Promise<Page<object>> {
  const { estimationId, ...selection } = given.selection;
  const order = { ...given, sort: await withLevels(ctx, selection.projectId, given.sort) };
  const { source } = await sourceFor(ctx, selection, estimationId);
  const [, page] = await readInProject(ctx, selection.projectId, async () => {
    const filter = source ? { ...selection, source } : await currentFilter(ctx, order);
    const found = await findLines(ctx, filter, order);
    const ids = found.positions.map(({ id }) => id);
    const lines = await readLines(ctx.db, selection.projectId, ids, order.chosen, source);
    return { ...found, lines, sums: order.sums && { sums: await sumsOf(ctx.db, filter, order.sums) } };
  });
  const { total, skip, positions, isLast } = page;
  const last = positions.at(-1);
  const next =
    isLast || !last ? null : writeCursor(order, { position: last, total, walked: skip + positions.length });
  const { ignored } = order;
  return new Page(page.lines, total, skip, order.limit, { next, ...page.sums, ...(ignored && { ignored }) });
}

async function currentFilter({ db }: Ctx, { selection, sort }: PageOrder): Promise<LineFilter> {
  const { estimationId: _, ...filter } = selection;
  const isWhole = !filter.criteria && !filter.words?.length && sort.length === 0;
  return isWhole
    ? { ...filter, source: linesOutside(await findUnfinishedLines(db, filter.projectId)) }
    : filter;
}

interface Found extends FoundPage {
  skip: number;
  isLast: boolean;
}

async function findLines(ctx: Ctx, filter: LineFilter, order: PageOrder): Promise<Found> {
  const { after, skip, limit, sort } = order;
  if (after === null) {
    const found = await findPage(ctx, filter, sort, { skip, limit });
    return { ...found, skip, isLast: skip + found.positions.length >= found.total };
  }
  const behind = await findBehind(ctx, filter, sort, after.position, limit + 1);
  const positions: Position[] = behind.slice(0, limit);
  return { positions, total: after.total, skip: after.walked, isLast: behind.length <= limit };
}
