import { useRef } from 'react';

export function useMemberKeys(count: number) {
  const keys = useRef<number[]>([]);
  const next = useRef(0);
  while (keys.current.length < count) keys.current.push(next.current++);
  return {
    of: (index: number) => keys.current[index],
    remove: (index: number) => keys.current.splice(index, 1),
  };
}
