import { shortened } from './text';

const nameLengthMax = 200;

export type Role = 'Reader' | 'Contributor';

export interface Caller {
  type: 'anonymous' | 'api_key' | 'bearer' | 'system';
  id: string;
  name: string;
  role: Role;
}

const keyPrefix = 'key:';

/** The caller of an API key: its name says that it is that of a key, which anybody may choose, and no person's. */
export const keyCaller = (keyId: string, name: string, role: Role): Caller => ({
  type: 'api_key',
  id: keyPrefix + keyId,
  name: keyPrefix + name,
  role,
});

export const keyIdOf = ({ type, id }: Caller): string | undefined =>
  type === 'api_key' ? id.slice(keyPrefix.length) : undefined;

const reservedNames = /^(key:|(anonymous|gateway|operator|system)$)/i;

/** The caller of a token, by the name that its issuer tells; by the identifier where the name would be taken for another's. */
export function personCaller(personId: string, told: string | undefined, role: Role): Caller {
  const id = `user:${personId}`;
  const name = shortened((told ?? '').replace(/\p{C}/gu, '').trim(), nameLengthMax);
  const isTaken = name === '' || reservedNames.test(name.normalize('NFKC').trim());
  return { type: 'bearer', id, name: isTaken ? id : name, role };
}

export const systemCaller = (name: string): Caller => ({
  type: 'system',
  id: name,
  name,
  role: 'Contributor',
});
