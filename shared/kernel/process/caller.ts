import { lookOf, mixedScripts, type Static, shortened, valueSchema, withoutInvisible } from '../schema';

const nameLengthMax = 200;

export type Role = 'Reader' | 'Contributor';

export const scopeIdsMax = 200;

const { bounded, list, object, text } = valueSchema;
const ids = bounded(list(text()), { maxItems: scopeIdsMax });

export const scopeSchema = object({ clientIds: ids, projectIds: ids });

export type Scope = Static<typeof scopeSchema>;

export interface Caller {
  type: 'anonymous' | 'api_key' | 'bearer' | 'system';
  id: string;
  name: string;
  role: Role;
  expiresAt?: number;
  /**
   * Limits per caller count this one as another: the first of keys that were made with one another, or the
   * person who made it.
   */
  countsAs?: string;
  // Without a scope the caller is unlimited.
  scope?: Scope;
}

export const countedAs = ({ id, countsAs = id }: Caller): string => countsAs;

const keyPrefix = 'key:';

export const keyCaller = (
  keyId: string,
  name: string,
  role: Role,
  countsAs?: string,
  scope?: Scope,
): Caller => ({
  type: 'api_key',
  id: callerIdOfKey(keyId),
  name: keyPrefix + name,
  role,
  ...(countsAs !== undefined && { countsAs }),
  ...(scope !== undefined && { scope }),
});

export const callerIdOfKey = (keyId: string): string => keyPrefix + keyId;

export const keyIdOf = ({ type, id }: Caller): string | undefined =>
  type === 'api_key' ? id.slice(keyPrefix.length) : undefined;

const personPrefix = 'user:';

export const callerIdOfPerson = (personId: string): string => personPrefix + personId;

const keyLook = lookOf(keyPrefix);
const reservedLooks = new Set(['anonymous', 'gateway', 'operator', 'system'].map(lookOf));

function misleads(name: string): boolean {
  const look = lookOf(name);
  return look.startsWith(keyLook) || reservedLooks.has(look) || mixedScripts(name) !== undefined;
}

/** The identifier replaces a name that would be taken for another's. */
export function personCaller(personId: string, reported: string | undefined, role: Role): Caller {
  const id = callerIdOfPerson(personId);
  const name = shortened(withoutInvisible(reported ?? '').trim(), nameLengthMax);
  return { type: 'bearer', id, name: name === '' || misleads(name) ? id : name, role };
}

export const systemCaller = (name: string): Caller => ({
  type: 'system',
  id: name,
  name,
  role: 'Contributor',
});
