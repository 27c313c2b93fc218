import { useSyncExternalStore } from 'react';

export const zooms = [80, 90, 100, 110] as const;

export type Zoom = (typeof zooms)[number];

const storedName = 'takeoff zoom';

const listeners = new Set<() => void>();

const stored = (): Zoom => zooms.find((zoom) => String(zoom) === localStorage.getItem(storedName)) ?? 100;

export function chooseZoom(zoom: Zoom): void {
  localStorage.setItem(storedName, String(zoom));
  for (const changed of listeners) changed();
}

const watch = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

// Percent of the usual size that the rows of the grid have on this device.
export const useZoom = (): Zoom => useSyncExternalStore(watch, stored);
