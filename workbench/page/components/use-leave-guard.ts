import { useEffect, useRef } from 'react';

/** While the guard is on, closing the tab asks first, and going back stays here and calls `onBack`. */
export function useLeaveGuard(isOn: boolean, onBack: () => void = () => {}): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    if (!isOn) return;
    let isReturning = false;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    // The router must not see either step, so this listens first.
    const moved = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      isReturning = !isReturning;
      if (isReturning) history.forward();
      else latest.current();
    };
    window.addEventListener('beforeunload', unload);
    window.addEventListener('popstate', moved, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', unload);
      window.removeEventListener('popstate', moved, { capture: true });
    };
  }, [isOn]);
}
