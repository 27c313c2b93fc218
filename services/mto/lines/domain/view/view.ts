import { awaitWriters, type Database, lockReferences, withFreeCode } from '@consulting/kernel/postgres';
import { countedAs, requireUnlimited, requireVersion, Slice } from '@consulting/kernel/process';
import {
  changed,
  DomainError,
  isEmpty,
  isUuid,
  notFound,
  Page,
  type Values,
} from '@consulting/kernel/schema';
import { askClient, askProject } from '../../neighbours/clients-projects';
import { nameKey } from '../../store/tables/view-schema';
import * as store from '../../store/views/view';
import type { Ctx } from '../context';
import { fitted } from './fitted-view';
import { readNewView, readViewChanges, type ViewValues, type viewQuery } from './view-fields';

const viewsMax = 500;

const fittedRow = (row: store.ViewRow) => fitted(row, row.discipline);

function serialiseView({ caller }: Pick<Ctx, 'caller'>, row: store.ViewRow) {
  const { createdById, countedAs: _, ...view } = fittedRow(row);
  return { viewId: row.id, ...view, isOwn: createdById === caller.id };
}

// @throws NOT_FOUND (project), DEPENDENCY_UNAVAILABLE
export async function listViews(ctx: Ctx, query: Values<(typeof viewQuery)['fields']>) {
  const { projectId, sort, skip, limit, ...wanted } = query;
  const owner = projectId === null ? null : await ownerOf(ctx, projectId);
  const filter = { ...wanted, owner, callerId: ctx.caller.id };
  const [rows, total] = await Promise.all([
    store.listViews(ctx.db, filter, { sort, skip, limit }),
    store.countViews(ctx.db, filter),
  ]);
  const slice = new Slice();
  const views: object[] = [];
  for (const row of rows) {
    views.push(serialiseView(ctx, row));
    if (slice.isOver) await slice.next();
  }
  return new Page(views, total, skip, limit);
}

// @throws NOT_FOUND
export async function getView(ctx: Ctx, viewId: string) {
  const row = isUuid(viewId) ? await store.findView(ctx.db, viewId, ctx.caller.id) : undefined;
  if (!row) throw unknownView(viewId);
  return serialiseView(ctx, row);
}

// @throws VALIDATION_ERROR, NOT_FOUND (project, client), CODE_EXISTS, TOO_MANY_VIEWS, INSUFFICIENT_SCOPE
export function createView(ctx: Ctx, body: unknown) {
  const values = readNewView(body);
  requireSharing(ctx, values);
  const { id: createdById, name } = ctx.caller;
  const counted = countedAs(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    await lockOwnerOf({ ...ctx, db: tx }, values);
    if ((await store.countOwnViews(tx, counted)) >= viewsMax)
      throw new DomainError('TOO_MANY_VIEWS', `A caller has at most ${viewsMax} views.`, { viewsMax });
    const by = { createdById, countedAs: counted, createdBy: name, updatedBy: name };
    const row = await withFreeName(values.name, () => store.insertView(tx, { ...values, ...by }));
    return serialiseView(ctx, row);
  });
}

// @throws VALIDATION_ERROR, NOT_FOUND (view, project, client), VERSION_MISMATCH, CODE_EXISTS, INSUFFICIENT_SCOPE
export function updateView(ctx: Ctx, viewId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const row = await lockView(inside, viewId);
    const current = fittedRow(row);
    const values = readViewChanges(body, current);
    const changes = changed<Partial<ViewValues>>(current, values);
    if (isEmpty(changes)) return serialiseView(ctx, row);
    requireSharing(ctx, values);
    await lockOwnerOf(inside, values);
    const written = { ...changes, updatedBy: ctx.caller.name };
    return serialiseView(ctx, await withFreeName(values.name, () => store.updateView(tx, row.id, written)));
  });
}

// @throws NOT_FOUND, VERSION_MISMATCH, INSUFFICIENT_SCOPE
export function deleteView(ctx: Ctx, viewId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const { id } = await lockView({ ...ctx, db: tx }, viewId);
    await store.removeView(tx, id);
  });
}

export async function removeViewsOf(
  tx: Database,
  owner: { projectId: string } | { clientId: string },
): Promise<void> {
  const [kind, id] =
    'projectId' in owner ? (['project', owner.projectId] as const) : (['client', owner.clientId] as const);
  await awaitWriters(tx, kind, id);
  await store.removeViewsOf(tx, owner);
}

export const unknownView = (viewId: string) => notFound('view', viewId);

// @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE
async function ownerOf({ bus }: Ctx, projectId: string): Promise<store.ViewOwner> {
  const project = await askProject(bus, projectId);
  if (!project) throw notFound('project', projectId);
  return { projectId, clientId: project.clientId };
}

// What is shared without a project or client is for everybody, as a library.
function requireSharing(ctx: Ctx, { isShared, projectId, clientId }: ViewValues): void {
  if (isShared && projectId === null && clientId === null) requireUnlimited(ctx);
}

async function lockView(ctx: Ctx, viewId: string): Promise<store.ViewRow> {
  const row = isUuid(viewId) ? await store.lockView(ctx.db, viewId, ctx.caller.id) : undefined;
  if (!row) throw unknownView(viewId);
  if (row.createdById !== ctx.caller.id) requireUnlimited(ctx);
  requireVersion(ctx, row);
  return row;
}

// The owner is locked until the commit, so that no view outlives it.
async function lockOwnerOf({ db, bus }: Ctx, { projectId, clientId }: ViewValues): Promise<void> {
  if (projectId !== null) {
    await lockReferences(db, 'project', [projectId]);
    if (!(await askProject(bus, projectId))) throw notFound('project', projectId);
  }
  if (clientId !== null) {
    await lockReferences(db, 'client', [clientId]);
    if (!(await askClient(bus, clientId))) throw notFound('client', clientId);
  }
}

const withFreeName = <T>(name: string, write: () => Promise<T>) =>
  withFreeCode({ constraint: nameKey, record: 'view', field: 'name', code: name }, write);
