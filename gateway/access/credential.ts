import type { Caller } from '@consulting/kernel/process/caller';

export interface CallSource {
  address: string;
  requestId: string;
}

export interface CredentialCheck {
  cached(credential: string): Caller | undefined;
  isKnown(credential: string): boolean;
  /** The answer is undefined for an invalid credential. @throws DEPENDENCY_UNAVAILABLE when it cannot be known */
  verify(credential: string, source: CallSource): Promise<Caller | undefined>;
}

export const digestOf = (credential: string): string => Bun.SHA256.hash(credential, 'base64');
