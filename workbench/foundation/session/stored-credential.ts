import type { Credential } from '../api/client';

const name = 'credential';
const nobody: Credential = { kind: 'none' };

export const keepCredential = (credential: Credential): void =>
  sessionStorage.setItem(name, JSON.stringify(credential));

export function storedCredential(): Credential {
  const stored = sessionStorage.getItem(name);
  return stored === null ? nobody : (JSON.parse(stored) as Credential);
}

export const forgetCredential = (): void => sessionStorage.removeItem(name);
