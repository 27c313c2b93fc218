import type { Database } from '@consulting/kernel/postgres';
import { type Caller, callerIdOfKey, keyIdOf } from '@consulting/kernel/process';
import { DomainError, invalid, isUuid, lookOf, loweredText, type Values } from '@consulting/kernel/schema';
import * as store from '../store/api-key';
import type { apiKeyInput } from './api-key-fields';

export type NewKey = Values<(typeof apiKeyInput)['fields']>;

type Descent = Pick<store.Parent, 'id' | 'parentId' | 'countsAs'>;

export const countsAsOf = ({ id, parentId, countsAs }: Descent): string =>
  countsAs ?? callerIdOfKey(parentId ?? id);

/**
 * A key that a key made has this one as parent, and all keys that a person made count as that person. Keys of the
 * operator, and of everybody where no credential is asked for, count each as itself.
 * @throws INVALID_CREDENTIALS, VALIDATION_ERROR, TOO_MANY_API_KEYS, CODE_EXISTS
 */
export async function admit(
  db: Database,
  { name, expiresAt }: Pick<NewKey, 'name' | 'expiresAt'>,
  maker: Caller,
) {
  const keyId = keyIdOf(maker);
  const parent = keyId === undefined ? null : await requireParent(db, keyId);
  const countsAs = parent ? countsAsOf(parent) : maker.type === 'bearer' ? maker.id : null;
  const parentId = parent?.id ?? null;
  if (countsAs !== null) await requireRoom(db, countsAs, parentId);
  await requireOwnLook(db, name);
  return { parentId, countsAs, expiresAt: parent ? noLaterThan(parent, expiresAt) : expiresAt };
}

async function requireParent(db: Database, keyId: string): Promise<store.Parent> {
  const parent = isUuid(keyId) ? await store.lockParent(db, keyId) : undefined;
  if (parent) return parent;
  throw new DomainError('INVALID_CREDENTIALS', 'The API key of this call is no longer valid.');
}

function noLaterThan({ expiresAt: latest }: store.Parent, expiresAt: Date | null): Date | null {
  if (latest && expiresAt && expiresAt > latest) {
    const message = `must be no later than ${latest.toISOString()}, when the API key of this call expires`;
    throw invalid([{ field: 'expiresAt', code: 'MAX', message, params: { max: latest.toISOString() } }]);
  }
  return expiresAt ?? latest;
}

const usablePerParentMax = 20;
const usablePerCallerMax = 100;

async function requireRoom(db: Database, countsAs: string, parentId: string | null): Promise<void> {
  const { ofParent, ofCaller } = await store.countUsable(db, countsAs, parentId);
  if (ofParent >= usablePerParentMax) {
    const who = parentId === null ? 'person' : 'API key';
    throw tooMany(`The ${who} of this call has made`, ofParent, usablePerParentMax);
  }
  if (ofCaller >= usablePerCallerMax)
    throw tooMany(
      'The keys that count as one caller with that of this call are',
      ofCaller,
      usablePerCallerMax,
    );
}

const tooMany = (whose: string, living: number, limit: number) =>
  new DomainError(
    'TOO_MANY_API_KEYS',
    `${whose} ${living} API keys that are neither expired nor revoked, and no more than ${limit} may be; revoke one that is not needed.`,
    { limit, living },
  );

async function requireOwnLook(db: Database, name: string): Promise<void> {
  const look = lookOf(name);
  // That another key has the very name is for the index to say, which knows of revoked keys, too.
  const isOther = (one: string) => loweredText(one) !== loweredText(name);
  const taken = (await store.usableNames(db)).find((one) => lookOf(one) === look && isOther(one));
  if (taken === undefined) return;
  const detail = `Another API key has the name ${taken}, which looks the same.`;
  throw new DomainError('CODE_EXISTS', detail, { field: 'name' });
}
