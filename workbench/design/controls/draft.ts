import { useEffect, useState } from 'react';

export interface Typed {
  isTyped: boolean;
  isRestored: boolean;
}

export function useDraft<T>(name: string, initial: T) {
  const key = `draft ${location.pathname} ${name}`;
  const [start] = useState(() => JSON.stringify(initial));
  const [stored] = useState(() => sessionStorage.getItem(key));
  const [draft, setDraft] = useState<T>(() => (stored === null ? initial : JSON.parse(stored)));
  const text = JSON.stringify(draft);
  const isTyped = text !== start;
  useEffect(() => {
    if (isTyped) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  }, [key, isTyped, text]);
  useEffect(() => () => sessionStorage.removeItem(key), [key]);
  const typed: Typed = { isTyped, isRestored: stored !== null && isTyped };
  return [draft, setDraft, typed] as const;
}
