import { useState } from 'react';

/** Also where the page did not come over TLS, and `crypto.randomUUID` is not there. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** The `Idempotency-Key` of one thing that a person makes, the same however often it is sent. */
export function useIdempotencyKey(): string {
  const [key] = useState(newKey);
  return key;
}
