import { LRUCache } from 'lru-cache';
import { type Database, limitedTo } from '../../postgres';
import { type Caller, type Context, requireUnlimited, type Scope } from '../../process';
import { isObject, isUuid } from '../../schema';
import type { ReceivedBody } from './body';
import type { Route } from './route';

export interface Visibility {
  // The clients and projects of a scope that exist, with the projects of the clients; without it all routes are for the unlimited.
  findVisible?(scope: Scope): Promise<Scope>;
  // It is for services that read and write nothing of another project where a request names one.
  isProjectOf?: ReturnType<typeof rememberingOwners>;
}

interface Named {
  // A path without parts has none.
  params: Record<string, string> | undefined;
  query: object;
  received: ReceivedBody;
}

// @throws INSUFFICIENT_SCOPE
export function requireOpen<Ctx>(
  { findVisible }: Visibility,
  { options }: Pick<Route<Ctx>, 'options'>,
  { scope }: Caller,
): void {
  if (options.isForUnlimited || findVisible === undefined) requireUnlimited({ visible: scope });
}

// @throws DEPENDENCY_UNAVAILABLE
export async function visibleTo<Ctx>(
  { findVisible, isProjectOf }: Visibility,
  { options }: Pick<Route<Ctx>, 'options'>,
  { scope }: Caller,
  named: Named,
): Promise<Scope | undefined> {
  if (scope === undefined) return undefined;
  const projectId = options.isOfProjects ? undefined : onlyProject(named);
  if (!isProjectOf || projectId === undefined) return findVisible?.(scope);
  const { clientIds, projectIds } = scope;
  const isVisible = projectIds.includes(projectId) || (await isProjectOf(projectId, clientIds));
  return { clientIds, projectIds: isVisible ? [projectId] : [] };
}

// A record that the path names may be of another project than the body says.
function onlyProject({ params = {}, query, received: { body, upload } }: Named): string | undefined {
  const isOfPath = Object.keys(params).length > 0;
  const asked: Record<string, unknown> = { ...query };
  const sent: Record<string, unknown> = isObject(body) ? body : {};
  const wanted = [params.projectId, asked.projectId, sent.projectId, upload?.fields.get('projectId')];
  const ids = new Set(wanted.flatMap((id) => (typeof id === 'string' ? [id.toLowerCase()] : [])));
  const [id = ''] = ids;
  const isOther = (isOfPath && !params.projectId && !asked.projectId) || 'projectIds' in sent;
  return ids.size === 1 && !isOther && isUuid(id) ? id : undefined;
}

const ownersMax = 10_000;
// A project without services may be given to another client.
const rememberedMs = 1000;

// Only a project of the caller is remembered: the time of an answer must not say which others there are.
export function rememberingOwners(findOwner: (projectId: string) => Promise<string | undefined>) {
  const owners = new LRUCache<string, string>({ max: ownersMax, ttl: rememberedMs });
  return async (projectId: string, clientIds: readonly string[]): Promise<boolean> => {
    if (clientIds.includes(owners.get(projectId) ?? '')) return true;
    const owner = await findOwner(projectId);
    if (owner === undefined || !clientIds.includes(owner)) return false;
    owners.set(projectId, owner);
    return true;
  };
}

// The database as the caller may see it.
export const limitedFor = ({ visible }: Pick<Context, 'visible'>, db: Database): Database =>
  visible ? limitedTo(db, visible) : db;
