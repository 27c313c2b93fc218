import { useRef, useState } from 'react';

export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

export function useIdempotencyKey(): string {
  const [key] = useState(newKey);
  return key;
}

/** Repeated attempts of the same body share a key, so that a lost answer makes no second record. */
export function useAttemptKey(): (body: unknown) => string {
  const last = useRef({ sent: '', key: '' });
  return (body) => {
    const sent = JSON.stringify(body);
    if (sent !== last.current.sent) last.current = { sent, key: newKey() };
    return last.current.key;
  };
}
