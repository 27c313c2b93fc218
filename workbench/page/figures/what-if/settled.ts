import { useEffect, useState } from 'react';

const pauseMs = 250;

/** The value once it has stood still for a moment; values are the same when they are written the same. */
export function useSettled<T>(value: T): T {
  const written = JSON.stringify(value);
  const [settled, setSettled] = useState({ written, value });
  useEffect(() => {
    if (settled.written === written) return undefined;
    const timer = setTimeout(() => setSettled({ written, value }), pauseMs);
    return () => clearTimeout(timer);
  }, [written, value, settled.written]);
  return settled.value;
}
