import { clientDeleted } from '@consulting/kernel/contracts/clients-projects';
import { emit, recordOperation, removeNotesOf, withFreeCode } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import {
  changed,
  DomainError,
  isEmpty,
  isUuid,
  notFound,
  Page,
  type Values,
} from '@consulting/kernel/schema';
import * as store from '../store/client';
import { listProjectsOfClient } from '../store/project';
import { clientInput, type clientQuery } from './client-fields';
import type { Ctx } from './context';
import { requireWholeClient, serialiseProject } from './project';
import { blockedBy, isActiveProject, removeProjects, requireNoServiceIn } from './project-removal';
import { clientTransitions, requireTransition } from './status';

type ClientRow = store.ClientRow;

export const serialiseClient = (row: ClientRow) => ({ clientId: row.id, ...row });

export async function listClients(ctx: Ctx, query: Values<(typeof clientQuery)['fields']>) {
  const { sort, skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listClients(ctx.db, filter, { sort, skip, limit }),
    store.countClients(ctx.db, filter),
  ]);
  return new Page(rows.map(serialiseClient), total, skip, limit);
}

export async function getClient(ctx: Ctx, clientId: string) {
  const client = await requireClient(ctx, clientId);
  const projects = await listProjectsOfClient(ctx.db, client.id);
  return { ...serialiseClient(client), projects: projects.map(serialiseProject) };
}

export function createClient(ctx: Ctx, body: unknown) {
  const values = clientInput.create(body);
  const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
  return ctx.db.transaction(async (tx) => {
    const id = await withFreeClientCode(values.code, () => store.insertClient(tx, { ...values, ...by }));
    return serialiseClient(await requireClient({ ...ctx, db: tx }, id));
  });
}

export function updateClient(ctx: Ctx, clientId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const current = await lockClient(inside, clientId);
    const wanted = clientInput.update(body, current as Values<(typeof clientInput)['fields']>);
    const changes = changed(current, wanted);
    if (isEmpty(changes)) return serialiseClient(current);
    requireTransition(clientTransitions, current.status, changes.status);
    const written = { ...changes, updatedBy: ctx.caller.name };
    await withFreeClientCode(changes.code ?? current.code, () => store.updateClient(tx, current.id, written));
    return serialiseClient(await requireClient(inside, current.id));
  });
}

/**
 * Completed and cancelled projects are deleted with the client (resources.md 20).
 * @throws NOT_FOUND, VERSION_MISMATCH, CLIENT_HAS_ACTIVE_PROJECTS, PROJECT_HAS_ACTIVE_SERVICES
 */
export function deleteClient(ctx: Ctx, clientId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const client = await lockClient({ ...ctx, db: tx }, clientId);
    const projects = await store.lockProjectsOfClient(tx, client.id);
    const active = projects.filter(isActiveProject);
    if (active.length > 0) {
      const detail = 'The client has projects in planning, active or on hold.';
      throw new DomainError('CLIENT_HAS_ACTIVE_PROJECTS', detail, blockedBy(active));
    }
    await recordOperation(tx, { recordType: 'clients' });
    const projectIds = projects.map((project) => project.id);
    await requireNoServiceIn(tx, projectIds, ['approved']);
    await removeProjects(tx, projectIds);
    await store.removeClient(tx, client.id);
    await removeNotesOf(tx, [client.id]);
    await emit(tx, clientDeleted, { clientId: client.id });
  });
}

async function requireClient(ctx: Ctx, clientId: string): Promise<ClientRow> {
  const row = isUuid(clientId) ? await store.findClient(ctx.db, clientId) : undefined;
  if (!row) throw notFound('client', clientId);
  return row;
}

async function lockClient(ctx: Ctx, clientId: string): Promise<ClientRow> {
  const row = isUuid(clientId) ? await store.lockClient(ctx.db, clientId) : undefined;
  if (!row) throw notFound('client', clientId);
  requireWholeClient(ctx, row.id);
  requireVersion(ctx, row);
  return row;
}

const withFreeClientCode = <T>(code: string, write: () => Promise<T>) =>
  withFreeCode({ constraint: 'client_code_key', record: 'client', code }, write);
