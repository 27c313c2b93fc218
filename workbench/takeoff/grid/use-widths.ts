import { useState, useSyncExternalStore } from 'react';

export interface Widths {
  given: Readonly<Record<string, number>>;
  give: (key: string, width: number) => void;
  isNarrow: boolean;
}

const storedName = 'takeoff widths';

function storedWidths(): Record<string, number> {
  const lines = localStorage.getItem(storedName)?.split('\n') ?? [];
  const entries = lines
    .map((line) => line.split(' '))
    .map(([key = '', width]) => [key, Number(width)] as const);
  return Object.fromEntries(entries.filter(([, width]) => width > 0));
}

const narrow = window.matchMedia('(max-width: 640px)');

const watchNarrow = (changed: () => void) => {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
};

export function useWidths(): Widths {
  const [given, setGiven] = useState(storedWidths);
  const isNarrow = useSyncExternalStore(watchNarrow, () => narrow.matches);
  const give = (key: string, width: number) =>
    setGiven((current) => {
      const next = { ...current, [key]: width };
      const text = Object.entries(next).map((entry) => entry.join(' '));
      localStorage.setItem(storedName, text.join('\n'));
      return next;
    });
  return { given, give, isNarrow };
}
