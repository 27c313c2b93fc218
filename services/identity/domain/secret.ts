import { FairQueue } from './fair-queue';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const secretLength = 32;
const prefixLength = 8;
const bcryptCost = 10;

const fairBytes = 256 - (256 % alphabet.length);

const keyPattern = /^app_[A-Za-z0-9]{32}$/;

export function newKey(): string {
  let secret = '';
  while (secret.length < secretLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(secretLength)))
      if (byte < fairBytes && secret.length < secretLength) secret += alphabet[byte % alphabet.length];
  }
  return `app_${secret}`;
}

export const isKey = (text: string) => keyPattern.test(text);

export const prefixOf = (key: string) => key.slice(0, prefixLength);

/** bcrypt must leave one core to the thread that serves. */
const atOnceMax = Math.max(1, navigator.hardwareConcurrency - 1);
const waitingMax = 32;
const queue = new FairQueue(atOnceMax, waitingMax * atOnceMax);

export const hashOf = (key: string, source: string): Promise<string> =>
  queue.run(source, () => Bun.password.hash(key, { algorithm: 'bcrypt', cost: bcryptCost }));

/**
 * Every attempt waits for its turn, also one without candidates, so that the wait reveals nothing.
 * @throws DEPENDENCY_UNAVAILABLE when too many wait already
 */
export const matching = <C extends { keyHash: string }>(
  key: string,
  candidates: readonly C[],
  source: string,
): Promise<C | undefined> =>
  queue.run(source, async () => {
    for (const candidate of candidates)
      if (await Bun.password.verify(key, candidate.keyHash, 'bcrypt')) return candidate;
    return undefined;
  });
