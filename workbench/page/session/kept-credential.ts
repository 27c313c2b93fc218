import type { Credential } from '../api/client';

const name = 'credential';
const nobody: Credential = { kind: 'none' };

export const keepCredential = (credential: Credential): void =>
  sessionStorage.setItem(name, JSON.stringify(credential));

export function keptCredential(): Credential {
  const kept = sessionStorage.getItem(name);
  return kept === null ? nobody : (JSON.parse(kept) as Credential);
}

export const forgetCredential = (): void => sessionStorage.removeItem(name);
