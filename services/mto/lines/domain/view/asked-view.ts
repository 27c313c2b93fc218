import { choice, type Field, INVALID, isObject, uuid } from '@consulting/kernel/schema';
import { disciplines, serverKeys } from '@consulting/mto-engine';
import { askProject } from '../../neighbours/clients-projects';
import { findView } from '../../store/views/view';
import type { Ctx } from '../context';
import type { WithView } from '../search/view-field';
import { type FittedView, fitted } from './fitted-view';
import { unknownView } from './view';

const keysOf = ({ columns }: FittedView) => (columns.length > 0 ? columns.map(({ key }) => key) : null);

// What requests take of a view, by their own keys.
const partsOf = {
  list: (view: FittedView, { sort }: Record<string, unknown>) => ({
    groupBy: sort === null ? view.groupBy : [],
    sort: view.sort.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)),
    fields: keysOf(view),
  }),
  search: (view: FittedView) => ({ groupBy: view.groupBy, sort: view.sort, fields: keysOf(view) }),
  aggregate: ({ groupBy }: FittedView) => ({ groupBy }),
  export: (view: FittedView) => ({ groupBy: view.groupBy, sort: view.sort, columns: keysOf(view) }),
};

// Of the keys that are no fields, an export has these alone.
export const exportedKeys = ['mtoId', 'pricing'];

// What a request says itself wins.
// @throws NOT_FOUND, also for a view of another project or client, DEPENDENCY_UNAVAILABLE
export async function withView<R>(ctx: Ctx, request: R, use: keyof typeof partsOf): Promise<WithView<R>> {
  if (!isObject(request)) return { request };
  const [viewId, projectId] = [read(uuid(), request.viewId), read(uuid(), request.projectId)];
  // The reader of the request reports what is wrong with them.
  if (viewId === null || projectId === null) return { request };
  const view = await findView(ctx.db, viewId, ctx.caller.id);
  if (!view || !(await isOpenTo(ctx, view, projectId))) throw unknownView(viewId);
  const discipline = read(choice(disciplines), request.discipline) ?? view.discipline;
  const wanted = fitted(view, discipline, use === 'export' ? exportedKeys : serverKeys);
  const { filters, search, ignored } = wanted;
  const own = Object.entries(request).filter(([, value]) => value !== null);
  const parts = { discipline, filters, search, ...partsOf[use](wanted, request) };
  return { request: { ...request, ...parts, ...Object.fromEntries(own) }, ignored };
}

function read<T>({ kind }: Field<T>, value: unknown): NonNullable<T> | null {
  const found = value === null || value === undefined ? null : kind.read(value, '', { faults: [] });
  return found === INVALID ? null : found;
}

async function isOpenTo(
  { bus }: Ctx,
  view: { projectId: string | null; clientId: string | null },
  projectId: string,
): Promise<boolean> {
  if (view.projectId !== null) return view.projectId === projectId;
  return view.clientId === null || (await askProject(bus, projectId))?.clientId === view.clientId;
}
