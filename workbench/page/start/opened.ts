import { useCallback, useState } from 'react';

const storedName = 'guided-start';

export function useOpened(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(storedName) === 'open');
  const open = useCallback((next: boolean) => {
    setOpen(next);
    localStorage.setItem(storedName, next ? 'open' : 'closed');
  }, []);
  return [isOpen, open];
}
