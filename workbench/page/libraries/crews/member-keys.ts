import { useRef } from 'react';

/** Names for the rows of a form that has none of its own, so that what is typed stays with its row when another one goes. */
export function useMemberKeys(count: number) {
  const keys = useRef<number[]>([]);
  const next = useRef(0);
  while (keys.current.length < count) keys.current.push(next.current++);
  return {
    of: (index: number) => keys.current[index],
    remove: (index: number) => keys.current.splice(index, 1),
  };
}
