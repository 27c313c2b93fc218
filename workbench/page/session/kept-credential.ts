import type { Credential } from '../api/client';

const name = 'credential';
const nobody: Credential = { kind: 'none' };

/** The credential is stored until the browser's tab is closed, and never longer. */
export const keepCredential = (credential: Credential): void =>
  sessionStorage.setItem(name, JSON.stringify(credential));

export function keptCredential(): Credential {
  const kept = sessionStorage.getItem(name);
  return kept === null ? nobody : (JSON.parse(kept) as Credential);
}

export const forgetCredential = (): void => sessionStorage.removeItem(name);
