import { useSyncExternalStore } from 'react';

export const densities = ['compact', 'comfortable'] as const;

export type Density = (typeof densities)[number];

const storedName = 'density';
const wide = '(min-width: 60rem)';

const listeners = new Set<() => void>();

const chosen = () => densities.find((density) => density === localStorage.getItem(storedName));

const current = (): Density => chosen() ?? (window.matchMedia(wide).matches ? 'compact' : 'comfortable');

function apply(): void {
  document.documentElement.dataset.density = current();
  for (const changed of listeners) changed();
}

export function applyDensity(density: Density): void {
  localStorage.setItem(storedName, density);
  apply();
}

export function applyStoredDensity(): void {
  apply();
  window.matchMedia(wide).addEventListener('change', apply);
}

function follow(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export const useDensity = (): Density => useSyncExternalStore(follow, current);
