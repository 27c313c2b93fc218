import { lookOf, mixedScripts, withoutInvisible } from '../schema/look-alike';
import { shortened } from '../schema/text';

const nameLengthMax = 200;

export type Role = 'Reader' | 'Contributor';

export interface Caller {
  type: 'anonymous' | 'api_key' | 'bearer' | 'system';
  id: string;
  name: string;
  role: Role;
  /** When the credential expires, in milliseconds since 1970. */
  expiresAt?: number;
  /** Who a bound per caller counts this one as, where that is another: the first of keys that were made with one another, or the person who made it. */
  countsAs?: string;
}

/** The one name under which whatever is bounded per caller counts it; who did something is told by `id` and `name`. */
export const countedAs = ({ id, countsAs = id }: Caller): string => countsAs;

const keyPrefix = 'key:';

/** The caller of an API key: its name says that it is that of a key, which anybody may choose, and no person's. */
export const keyCaller = (keyId: string, name: string, role: Role, countsAs?: string): Caller => ({
  type: 'api_key',
  id: callerIdOfKey(keyId),
  name: keyPrefix + name,
  role,
  ...(countsAs !== undefined && { countsAs }),
});

export const callerIdOfKey = (keyId: string): string => keyPrefix + keyId;

export const keyIdOf = ({ type, id }: Caller): string | undefined =>
  type === 'api_key' ? id.slice(keyPrefix.length) : undefined;

const keyLook = lookOf(keyPrefix);
const reservedLooks = new Set(['anonymous', 'gateway', 'operator', 'system'].map(lookOf));

/** Whether a name would be taken for that of a key or of a part of the system, or be written so that it could be another's. */
function misleads(name: string): boolean {
  const look = lookOf(name);
  return look.startsWith(keyLook) || reservedLooks.has(look) || mixedScripts(name) !== undefined;
}

/** The caller of a token, by the name that its issuer tells; by the identifier where the name would be taken for another's. */
export function personCaller(personId: string, told: string | undefined, role: Role): Caller {
  const id = `user:${personId}`;
  const name = shortened(withoutInvisible(told ?? '').trim(), nameLengthMax);
  return { type: 'bearer', id, name: name === '' || misleads(name) ? id : name, role };
}

export const systemCaller = (name: string): Caller => ({
  type: 'system',
  id: name,
  name,
  role: 'Contributor',
});
