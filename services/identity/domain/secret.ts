import { unavailable } from '@consulting/shared/errors';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const secretLength = 32;
const prefixLength = 8;
const bcryptCost = 10;
const comparisonsMax = 64;

/** Bytes from here on would make the first letters of the alphabet likelier than the last. */
const fairBytes = 256 - (256 % alphabet.length);

const keyPattern = /^app_[A-Za-z0-9]{32}$/;

/** A new key: `app_` and 32 letters and digits from the system's cryptographic source. */
export function newKey(): string {
  let secret = '';
  while (secret.length < secretLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(secretLength)))
      if (byte < fairBytes && secret.length < secretLength) secret += alphabet[byte % alphabet.length];
  }
  return `app_${secret}`;
}

export const isKey = (text: string) => keyPattern.test(text);

/** The part of a key that is kept in clear for look-up; several keys may share it. */
export const prefixOf = (key: string) => key.slice(0, prefixLength);

/** The bcrypt hash as which a key is stored. */
export const hashOf = (key: string): Promise<string> =>
  Bun.password.hash(key, { algorithm: 'bcrypt', cost: bcryptCost });

let comparing = 0;

/** Whether a key has the hash. @throws DEPENDENCY_UNAVAILABLE when too many comparisons wait already */
export async function hasHash(key: string, hash: string): Promise<boolean> {
  if (comparing >= comparisonsMax) throw unavailable('identity');
  comparing += 1;
  try {
    return await Bun.password.verify(key, hash, 'bcrypt');
  } finally {
    comparing -= 1;
  }
}
