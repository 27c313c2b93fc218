import { useEffect, useState } from 'react';

const pauseMs = 250;

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
