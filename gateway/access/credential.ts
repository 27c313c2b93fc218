import type { Caller } from '@consulting/kernel/caller';

export interface CallSource {
  address: string;
  requestId: string;
}

export interface CredentialCheck {
  cached(credential: string): Caller | undefined;
  isKnown(credential: string): boolean;
  /** Verifies for a call; undefined for an invalid credential. @throws DEPENDENCY_UNAVAILABLE when it cannot be known */
  verify(credential: string, source: CallSource): Promise<Caller | undefined>;
}

const expiries = new WeakMap<Caller, number | null>();

/** Remembers when the credential of a caller expires, null for never. */
export function expiring(caller: Caller, expiresAt: number | null): Caller {
  expiries.set(caller, expiresAt);
  return caller;
}

export const expiryOf = (caller: Caller): number | null => expiries.get(caller) ?? null;

export const digestOf = (credential: string): string => Bun.SHA256.hash(credential, 'base64');
