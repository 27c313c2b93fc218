import type { Credential } from '../api/client';

export interface Seal {
  // Of one credential, from which it cannot be computed back.
  owner: string;
  nameOf: (text: string) => Promise<string>;
  close: (text: string) => Promise<Sealed>;
  open: (sealed: Sealed) => Promise<string>;
}

export interface Sealed {
  start: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const purpose = (info: string) =>
  ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf(info) }) as const;

// What was seen is encrypted with a key that only the credential gives, so nobody else reads it on the same device.
export async function sealOf(credential: Credential): Promise<Seal> {
  const secret = await crypto.subtle.importKey('raw', bytesOf(JSON.stringify(credential)), 'HKDF', false, [
    'deriveBits',
    'deriveKey',
  ]);
  const owner = hex(await crypto.subtle.deriveBits(purpose('owner'), secret, 128));
  const aes = { name: 'AES-GCM', length: 256 } as const;
  const key = await crypto.subtle.deriveKey(purpose('seen'), secret, aes, false, ['encrypt', 'decrypt']);
  return {
    owner,
    nameOf: async (text) => hex(await crypto.subtle.digest('SHA-256', bytesOf(`${owner} ${text}`))),
    async close(text) {
      const start = crypto.getRandomValues(new Uint8Array(12));
      return {
        start,
        bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: start }, key, bytesOf(text)),
      };
    },
    async open({ start, bytes }) {
      return new TextDecoder().decode(
        await crypto.subtle.decrypt({ name: 'AES-GCM', iv: start }, key, bytes),
      );
    },
  };
}
