import { useEffect, useRef } from 'react';

const isGuardEntry = (): boolean => history.state?.isGuard === true;

let isDropping = false;

function dropEntry(): void {
  // The entry has the address of the one before it, so that going back once changes nothing in the page.
  isDropping = true;
  // Guards that were turned on meanwhile hear the same event later.
  const dropped = () =>
    void setTimeout(() => {
      isDropping = false;
    });
  window.addEventListener('popstate', dropped, { once: true });
  history.back();
}

/** While the guard is on, closing the tab asks first, and going back stays here and calls `onBack`. */
export function useLeaveGuard(isOn: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    if (!isOn) return;
    const addEntry = () => history.pushState({ isGuard: true }, '');
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const moved = () => {
      if (isDropping) return;
      addEntry();
      latest.current();
    };
    addEntry();
    window.addEventListener('beforeunload', unload);
    window.addEventListener('popstate', moved);
    return () => {
      window.removeEventListener('beforeunload', unload);
      window.removeEventListener('popstate', moved);
      if (isGuardEntry()) dropEntry();
    };
  }, [isOn]);
}
