import { useState } from 'react';

interface Edits<T> {
  version: number;
  values: Readonly<Record<string, T>>;
}

// What was typed outlasts a look at another part of the review; it is written over the version that was seen when typing began.
export function useEdits<T>(name: string, version: number) {
  const key = `edits ${name}`;
  const [edits, setEdits] = useState<Edits<T>>(() => {
    const stored = sessionStorage.getItem(key);
    return stored === null ? { version, values: {} } : JSON.parse(stored);
  });
  const isTyped = Object.keys(edits.values).length > 0;
  const store = (next: Edits<T>) => {
    sessionStorage.setItem(key, JSON.stringify(next));
    setEdits(next);
  };
  return {
    ...edits,
    isTyped,
    edit: (field: string, value: T) =>
      store({ version: isTyped ? edits.version : version, values: { ...edits.values, [field]: value } }),
    moveTo: (newer: number) => store({ ...edits, version: newer }),
    clear: () => {
      sessionStorage.removeItem(key);
      setEdits({ version, values: {} });
    },
  };
}
