import { useState } from 'react';

export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

export function useIdempotencyKey(): string {
  const [key] = useState(newKey);
  return key;
}
