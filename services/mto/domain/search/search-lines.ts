import { Page } from '@consulting/kernel/page';
import type { Ctx } from '../../context';
import * as store from '../../store/search/search';
import { lineRecord } from '../line-record';
import { readInProject } from '../takeoff-line-owner';
import { readSearch } from './search-input';

/**
 * The lines of a project that meet nested criteria, in the order of up to five fields (resources.md 15.4).
 * @throws VALIDATION_ERROR, NOT_FOUND, DEPENDENCY_UNAVAILABLE
 */
export async function searchLines(ctx: Ctx, body: unknown) {
  const { filter, sort, skip, limit } = readSearch(body);
  const [, { lines, total }] = await readInProject(ctx, filter.projectId, () =>
    store.searchLines(ctx.db, filter, sort, { skip, limit }),
  );
  return new Page(lines.map(lineRecord), total, skip, limit);
}
