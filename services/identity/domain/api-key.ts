import { keyIdOf, systemCaller } from '@consulting/kernel/caller';
import { apiKeyRevoked } from '@consulting/kernel/contracts/identity';
import { DomainError, invalid, notFound } from '@consulting/kernel/errors';
import type { Values } from '@consulting/kernel/fields/field';
import { isUuid } from '@consulting/kernel/fields/kinds';
import { originOf, within } from '@consulting/kernel/origin';
import { Page } from '@consulting/kernel/page';
import type { Database } from '@consulting/kernel/store/connect';
import { withFreeCode } from '@consulting/kernel/store/free-code';
import { emit } from '@consulting/kernel/store/outbox';
import { requireVersion } from '@consulting/kernel/version';
import type { Ctx } from '../context';
import * as store from '../store/api-key';
import { apiKeyInput, type apiKeyQuery, type apiKeyRevocation } from './api-key-fields';
import { hashOf, newKey, prefixOf } from './secret';

const revokedKeptMs = 90 * 24 * 3600 * 1000;

/** resources.md 18. */
const forgottenBefore = () => new Date(Date.now() - revokedKeptMs);

const present = (row: store.ApiKeyRow) => ({ ...row, status: statusOf(row) });

function statusOf({ revokedAt, expiresAt }: store.ApiKeyRow): 'active' | 'expired' | 'revoked' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}

export async function listApiKeys(
  { db }: Ctx,
  { sort, skip, limit }: Values<(typeof apiKeyQuery)['fields']>,
) {
  const since = forgottenBefore();
  const [rows, total] = await Promise.all([
    store.listApiKeys(db, since, { sort, skip, limit }),
    store.countApiKeys(db, since),
  ]);
  return new Page(rows.map(present), total, skip, limit);
}

/** The only answer that ever holds the plaintext. A key made with a key expires no later than that. @throws VALIDATION_ERROR, CODE_EXISTS, INVALID_CREDENTIALS */
export function createApiKey({ db, caller }: Ctx, body: unknown) {
  return issueApiKey(db, apiKeyInput.create(body), caller.name, keyIdOf(caller));
}

export async function issueApiKey(db: Database, values: NewKey, createdBy: string, parentId?: string) {
  const key = newKey();
  const secret = { keyPrefix: prefixOf(key), keyHash: await hashOf(key, createdBy) };
  const who = { createdBy, updatedBy: createdBy, parentId };
  const row = await withFreeName(values.name, () =>
    db.transaction(async (tx) => {
      const expiresAt = parentId === undefined ? values.expiresAt : await expiryBelow(tx, parentId, values);
      const id = await store.insertApiKey(tx, { ...values, expiresAt, ...secret, ...who });
      return store.findApiKey(tx, id);
    }),
  );
  if (!row) throw notFound('API key');
  return { ...present(row), key };
}

type NewKey = Values<(typeof apiKeyInput)['fields']>;

const withFreeName = <T>(name: string, write: () => Promise<T>) =>
  withFreeCode(
    {
      constraint: store.apiKeyNameKey,
      record: 'API key (revoked ones count for 90 days)',
      code: name,
      field: 'name',
    },
    write,
  );

async function expiryBelow(tx: Database, parentId: string, { expiresAt }: NewKey): Promise<Date | null> {
  const parent = isUuid(parentId) ? await store.holdParent(tx, parentId) : undefined;
  if (!parent) throw new DomainError('INVALID_CREDENTIALS', 'The API key of this call is no longer valid.');
  const latest = parent.expiresAt;
  if (latest && expiresAt && expiresAt > latest) {
    const message = `must be no later than ${latest.toISOString()}, when the API key of this call expires`;
    throw invalid([{ field: 'expiresAt', code: 'MAX', message, params: { max: latest.toISOString() } }]);
  }
  return expiresAt ?? latest;
}

/** With `descendants` also every key that was made with it, or with one of those; once more changes nothing. @throws NOT_FOUND, VERSION_MISMATCH */
export function revokeApiKey(
  ctx: Ctx,
  keyId: string,
  { descendants }: Values<(typeof apiKeyRevocation)['fields']>,
): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const row = isUuid(keyId) ? await store.lockApiKey(tx, keyId, forgottenBefore()) : undefined;
    if (!row) throw notFound('API key', keyId);
    if (!row.revokedAt) {
      requireVersion(ctx, row);
      await revoke(tx, row.id, ctx.caller.name);
    }
    if (descendants) await revokeDescendants(tx, row.id, ctx.caller.name);
  });
}

/** Level by level: whoever makes a key holds its parent, so that none is made below a level that is locked. */
async function revokeDescendants(tx: Database, keyId: string, by: string): Promise<void> {
  for (let parents = [keyId]; parents.length > 0; ) {
    const children = await store.lockChildren(tx, parents);
    for (const { id, revokedAt } of children) if (!revokedAt) await revoke(tx, id, by);
    parents = children.map(({ id }) => id);
  }
}

async function revoke(tx: Database, keyId: string, by: string): Promise<void> {
  await store.revokeApiKey(tx, keyId, by);
  await emit(tx, apiKeyRevoked, { keyId });
}

/** Removes the keys that are revoked for as long as they are kept; in the history it is a write of the operator. */
export const forgetRevokedKeys = (db: Database): Promise<void> =>
  within(originOf(crypto.randomUUID(), systemCaller('operator')), () =>
    store.removeRevokedBefore(db, forgottenBefore()),
  );
