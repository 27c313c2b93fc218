import { apiKeyRevoked } from '@consulting/kernel/contracts/identity';
import { type Database, emit, withFreeCode } from '@consulting/kernel/postgres';
import {
  type Caller,
  countedAs,
  originOf,
  requireVersion,
  systemCaller,
  within,
} from '@consulting/kernel/process';
import { isUuid, notFound, Page, type Values } from '@consulting/kernel/schema';
import * as store from '../store/api-key';
import { insertGrant, versionOfGrants } from '../store/grant';
import { apiKeyInput, type apiKeyQuery, type apiKeyRevocation } from './api-key-fields';
import type { Ctx } from './context';
import { distinct, requireExisting } from './grant';
import { admit, type NewKey } from './making';
import { isGiven } from './reach';
import { hashOf, newKey, prefixOf } from './secret';

const revokedCachedMs = 90 * 24 * 3600 * 1000;

const forgottenBefore = () => new Date(Date.now() - revokedCachedMs);

const serialise = (row: store.ApiKeyRow) => ({ ...row, status: statusOf(row) });

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
  return new Page(rows.map(serialise), total, skip, limit);
}

/**
 * No other answer ever contains the plaintext. A key made with a key expires no later than that one.
 * @throws VALIDATION_ERROR, CODE_EXISTS, TOO_MANY_API_KEYS, INVALID_CREDENTIALS, DEPENDENCY_UNAVAILABLE
 */
export function createApiKey({ db, bus, caller }: Ctx, body: unknown) {
  const given = apiKeyInput.create(body);
  const { clientIds, projectIds } = given;
  const named = { clientIds: clientIds ?? [], projectIds: projectIds ?? [] };
  return issueApiKey(db, given, caller, (tx) => requireExisting({ db: tx, bus }, named, []));
}

// An identifier that no client or project has gives nothing, so the operator's command asks nobody about it.
export async function issueApiKey(
  db: Database,
  given: NewKey,
  maker: Caller,
  requireNamed: (tx: Database) => Promise<void> = async () => {},
) {
  const { isUnlimited, clientIds, projectIds, ...values } = given;
  // Also before the hash, so that a refusal costs none.
  await admit(db, values, maker);
  const key = newKey();
  const secret = { keyPrefix: prefixOf(key), keyHash: await hashOf(key, countedAs(maker)) };
  const who = { createdBy: maker.name, updatedBy: maker.name };
  const row = await withFreeName(values.name, () =>
    db.transaction(async (tx) => {
      await requireNamed(tx);
      await store.lockMaking(tx);
      const admitted = await admit(tx, values, maker);
      const made = await store.insertApiKey(tx, { ...values, ...secret, ...who, ...admitted });
      if (!isGiven(given)) return { ...made, grantId: null };
      const reach = distinct({ clientIds: clientIds ?? [], projectIds: projectIds ?? [] });
      const subject = { subjectKind: 'api-key', subjectId: made.id, subjectName: values.name } as const;
      const grant = { ...reach, isUnlimited: isUnlimited ?? false, ...subject, ...who };
      return { ...made, grantId: (await insertGrant(tx, grant)).id };
    }),
  );
  return { ...serialise(row), key };
}

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

/**
 * With `descendants` every key that was made with it, or with one of those, is revoked too; a repeat changes nothing.
 * @throws NOT_FOUND, VERSION_MISMATCH
 */
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

/** Whoever makes a key locks its parent, so revoking level by level leaves no key made below a locked level. */
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

export async function findUsableKeys(db: Database, keyIds: string[]) {
  const [usable, grants] = await Promise.all([
    store.findUsableIds(db, keyIds.filter(isUuid)),
    versionOfGrants(db),
  ]);
  return { keyIds: usable, grants };
}

export const forgetRevokedKeys = (db: Database): Promise<void> =>
  within(originOf(crypto.randomUUID(), systemCaller('operator')), () =>
    store.removeRevokedBefore(db, forgottenBefore()),
  );
