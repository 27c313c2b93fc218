import { matchesText, whenGiven } from '@consulting/kernel/store/query';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { wbsItem } from './schema';
import { inSightOf, inTree } from './wbs-item';

export interface WbsItemFilter {
  scope: 'universal' | 'project' | null;
  projectId: string | null;
  parentId: string | null;
  level: number | null;
  search: string | null;
  discipline: string | null;
  isActive: boolean | null;
}

const searched = [wbsItem.code, wbsItem.name, wbsItem.description];

export function inSight({ scope, projectId }: WbsItemFilter): SQL | undefined {
  if (scope === 'universal') return inTree(null);
  if (projectId !== null) return scope === 'project' ? inTree(projectId) : inSightOf(projectId);
  return whenGiven(scope, (one) => eq(wbsItem.scope, one));
}

export const isRootOf = (parentId: string | null) =>
  parentId === null || parentId === 'root' ? isNull(wbsItem.parentId) : eq(wbsItem.parentId, parentId);

export const isMatch = ({ level, search, discipline, isActive }: WbsItemFilter) =>
  and(
    whenGiven(level, (one) => eq(wbsItem.level, one)),
    whenGiven(search, (text) => matchesText(searched, text)),
    whenGiven(discipline, (one) => eq(wbsItem.discipline, one)),
    whenGiven(isActive, (one) => eq(wbsItem.isActive, one)),
  );
