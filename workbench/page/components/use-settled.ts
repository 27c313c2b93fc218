import { useEffect, useState } from 'react';

const pauseMs = 250;

/** Values with equal JSON count as equal, since a caller may build them at each rendering. */
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
