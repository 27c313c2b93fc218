import type { AccessScope } from '@consulting/kernel/contracts/identity';
import type { Database } from '@consulting/kernel/postgres';
import { type Role, type Scope, scopeIdsMax } from '@consulting/kernel/process';
import type { Static } from '@consulting/kernel/schema';
import { usableContributors } from '../store/api-key';
import * as store from '../store/grant';

export type AccessDefault = 'all' | 'none';

type Access = Static<typeof AccessScope>;

const nothing: Scope = { clientIds: [], projectIds: [] };

export const lowered = (role: Role, { role: granted }: Access): Role =>
  granted === 'Reader' ? 'Reader' : role;

// Grants that apply together add up, and are reported where they are more than a caller can carry; one that says Reader makes a Reader.
export function accessBy(grants: readonly store.GrantRow[], byDefault: AccessDefault): Access {
  const role = grants.some((grant) => grant.role === 'Reader') ? 'Reader' : null;
  if (grants.length === 0) return byDefault === 'none' ? { role, scope: nothing } : { role };
  if (grants.some(({ isUnlimited }) => isUnlimited)) return { role };
  const clientIds = [...new Set(grants.flatMap((grant) => grant.clientIds))];
  const projectIds = [...new Set(grants.flatMap((grant) => grant.projectIds))];
  const count = clientIds.length + projectIds.length;
  return count > scopeIdsMax
    ? { role, scope: nothing, tooMany: count }
    : { role, scope: { clientIds, projectIds } };
}

// Nobody escapes a limit with a key that was made before; what is unlimited is not passed on.
function grantOf([nearest]: readonly store.GrantOfKey[]): store.GrantRow[] {
  const counts = nearest && (nearest.depth === 0 || !nearest.grant.isUnlimited);
  return counts ? [nearest.grant] : [];
}

export async function accessOfKey(db: Database, keyId: string, byDefault: AccessDefault): Promise<Access> {
  return accessBy(grantOf(await store.grantsOfKeys(db, [keyId])), byDefault);
}

// Without all of the groups of a person who has no grant, one that limits her cannot be excluded.
export async function accessOfPerson(
  db: Database,
  userId: string,
  groupIds: readonly string[] | null,
  byDefault: AccessDefault,
): Promise<Access> {
  const grants = await store.grantsOfPerson(db, userId, groupIds ?? []);
  const areUnknown = groupIds === null && grants.length === 0 && (await store.hasGroupGrants(db));
  return accessBy(grants, areUnknown ? 'none' : byDefault);
}

export async function countUnlimited(db: Database, byDefault: AccessDefault): Promise<number> {
  const keyIds = await usableContributors(db);
  const grants = Map.groupBy(await store.grantsOfKeys(db, keyIds), ({ keyId }) => keyId);
  const keys = keyIds.filter((keyId) => {
    const { role, scope } = accessBy(grantOf(grants.get(keyId) ?? []), byDefault);
    return role !== 'Reader' && scope === undefined;
  });
  return keys.length + (await store.countUnlimitedPeople(db));
}
