import type { Caller } from '@consulting/kernel/process';

export interface CallSource {
  address: string;
  requestId: string;
}

export interface CredentialCheck {
  cached(credential: string): Caller | undefined;
  isKnown(credential: string): boolean;
  verify(credential: string, source: CallSource): Promise<Caller | undefined>;
}

export const digestOf = (credential: string): string => Bun.SHA256.hash(credential, 'base64');
