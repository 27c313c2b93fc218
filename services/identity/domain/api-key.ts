import { apiKeyRevoked } from '@consulting/shared/contracts/identity';
import { notFound } from '@consulting/shared/errors';
import type { Values } from '@consulting/shared/fields/field';
import { isUuid } from '@consulting/shared/fields/kinds';
import { Page } from '@consulting/shared/page';
import type { Database } from '@consulting/shared/store/connect';
import { emit } from '@consulting/shared/store/outbox';
import { requireVersion } from '@consulting/shared/version';
import type { Ctx } from '../context';
import * as store from '../store/api-key';
import { apiKeyInput, type apiKeyQuery } from './api-key-fields';
import { hashOf, newKey, prefixOf } from './secret';

const revokedKeptMs = 90 * 24 * 3600 * 1000;

/** Keys revoked before this moment are forgotten (resources.md 18). */
export const forgottenBefore = () => new Date(Date.now() - revokedKeptMs);

const present = (row: store.ApiKeyRow) => ({ ...row, status: statusOf(row) });

function statusOf({ revokedAt, expiresAt }: store.ApiKeyRow): 'active' | 'expired' | 'revoked' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}

/** Lists keys without their secrets, newest first; revoked ones for 90 days. */
export async function listApiKeys({ db }: Ctx, { skip, limit }: Values<(typeof apiKeyQuery)['fields']>) {
  const since = forgottenBefore();
  const [rows, total] = await Promise.all([
    store.listApiKeys(db, since, skip, limit),
    store.countApiKeys(db, since),
  ]);
  return new Page(rows.map(present), total, skip, limit);
}

/** Creates a key; the only answer that ever holds its plaintext. @throws VALIDATION_ERROR */
export const createApiKey = (ctx: Ctx, body: unknown) =>
  issueApiKey(ctx.db, apiKeyInput.create(body), ctx.caller.name);

/** Stores a new key with its bcrypt hash and returns it with its plaintext. */
export async function issueApiKey(
  db: Database,
  values: Values<(typeof apiKeyInput)['fields']>,
  createdBy: string,
) {
  const key = newKey();
  const id = await store.insertApiKey(db, {
    ...values,
    keyPrefix: prefixOf(key),
    keyHash: await hashOf(key),
    createdBy,
    updatedBy: createdBy,
  });
  const row = await store.findApiKey(db, id);
  if (!row) throw notFound('API key', id);
  return { ...present(row), key };
}

/** Revokes a key for good; once more changes nothing. @throws NOT_FOUND, VERSION_MISMATCH */
export function revokeApiKey(ctx: Ctx, keyId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const row = isUuid(keyId) ? await store.lockApiKey(tx, keyId, forgottenBefore()) : undefined;
    if (!row) throw notFound('API key', keyId);
    if (row.revokedAt) return;
    requireVersion(ctx, row.version);
    await store.revokeApiKey(tx, row.id, ctx.caller.name);
    await emit(tx, apiKeyRevoked, { keyId: row.id });
  });
}
