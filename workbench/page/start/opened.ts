import { useCallback, useState } from 'react';

const storedName = 'workbench.guided-start';

function isStoredOpen(): boolean {
  try {
    return localStorage.getItem(storedName) === 'open';
  } catch {
    return false;
  }
}

export function useOpened(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(isStoredOpen);
  const open = useCallback((next: boolean) => {
    setOpen(next);
    try {
      if (next) localStorage.setItem(storedName, 'open');
      else localStorage.removeItem(storedName);
    } catch {
      // A browser that stores nothing forgets it with the page.
    }
  }, []);
  return [isOpen, open];
}
