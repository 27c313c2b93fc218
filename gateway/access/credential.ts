import type { Caller } from '@consulting/kernel/caller';

/** What a call comes from that is verified: its address, and its request. */
export interface CallSource {
  address: string;
  requestId: string;
}

/** One way to say who calls: API keys, or bearer tokens. */
export interface CredentialCheck {
  /** The caller of a credential that was verified a short time ago. */
  cached(credential: string): Caller | undefined;
  /** Whether the credential was verified before and is to be asked about again. */
  isKnown(credential: string): boolean;
  /** Verifies for a call; undefined for an invalid credential. @throws DEPENDENCY_UNAVAILABLE when it cannot be known */
  verify(credential: string, source: CallSource): Promise<Caller | undefined>;
}

/** Under which a credential is remembered, so that no plaintext stays in memory. */
export const digestOf = (credential: string): string => Bun.SHA256.hash(credential, 'base64');
