import { DomainError, notFound } from '@consulting/shared/errors';
import type { Values } from '@consulting/shared/fields/field';
import { isUuid } from '@consulting/shared/fields/kinds';
import { Page } from '@consulting/shared/page';
import { brokenUniqueConstraint } from '@consulting/shared/store/query';
import { requireVersion } from '@consulting/shared/version';
import type { Ctx } from '../context';
import * as store from '../store/client';
import { clientInput, type clientQuery } from './client-fields';
import { clientTransitions, requireTransition } from './transition';

type ClientRow = store.ClientRow;

/** A client as both sets return it. */
export const presentClient = (row: ClientRow) => ({ clientId: row.id, ...row });

/** Lists clients, newest first (resources.md 1, rule 8). */
export async function listClients(ctx: Ctx, query: Values<(typeof clientQuery)['fields']>) {
  const { skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listClients(ctx.db, filter, skip, limit),
    store.countClients(ctx.db, filter),
  ]);
  return new Page(rows.map(presentClient), total, skip, limit);
}

/** @throws NOT_FOUND */
export async function requireClient(ctx: Ctx, clientId: string): Promise<ClientRow> {
  const row = isUuid(clientId) ? await store.findClient(ctx.db, clientId) : undefined;
  if (!row) throw notFound('client', clientId);
  return row;
}

/** Creates a client in any status. @throws VALIDATION_ERROR, CODE_EXISTS */
export async function createClient(ctx: Ctx, body: unknown) {
  const values = clientInput.create(body);
  const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
  const id = await withFreeCode(values.code, () => store.insertClient(ctx.db, { ...values, ...by }));
  return presentClient(await requireClient(ctx, id));
}

/** Changes the keys in the body. @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, CODE_EXISTS, INVALID_STATUS_TRANSITION */
export function updateClient(ctx: Ctx, clientId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const present = await lockClient({ ...ctx, db: tx }, clientId);
    const changes = clientInput.update(body, present as Values<(typeof clientInput)['fields']>);
    requireTransition(clientTransitions, present.status, changes.status);
    const code = changes.code ?? present.code;
    await withFreeCode(code, () =>
      store.updateClient(tx, present.id, { ...changes, updatedBy: ctx.caller.name }),
    );
    return presentClient(await requireClient({ ...ctx, db: tx }, present.id));
  });
}

/** Locks a client for a write. @throws NOT_FOUND, VERSION_MISMATCH */
async function lockClient(ctx: Ctx, clientId: string): Promise<ClientRow> {
  const row = isUuid(clientId) ? await store.lockClient(ctx.db, clientId) : undefined;
  if (!row) throw notFound('client', clientId);
  requireVersion(ctx, row.version);
  return row;
}

async function withFreeCode<T>(code: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (brokenUniqueConstraint(error) !== 'client_code_key') throw error;
    throw new DomainError('CODE_EXISTS', `A client with the code ${code} exists already.`, { field: 'code' });
  }
}
