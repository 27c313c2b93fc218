import { useState } from 'react';

export const panelWidth = { min: 280, max: 720, usual: 380, step: 20 };

export interface Panel {
  isOpen: boolean;
  toggle: () => void;
  width: number;
  resize: (width: number) => void;
}

const storedName = 'takeoff panel';

function stored(): { isOpen: boolean; width: number } {
  const [state, width] = localStorage.getItem(storedName)?.split(' ') ?? [];
  return { isOpen: state === 'open', width: Number(width) || panelWidth.usual };
}

// An open panel stays open, with its width, until it is closed.
export function usePanel(): Panel {
  const [{ isOpen, width }, setPanel] = useState(stored);
  const store = (next: ReturnType<typeof stored>) => {
    localStorage.setItem(storedName, `${next.isOpen ? 'open' : 'closed'} ${next.width}`);
    setPanel(next);
  };
  const bounded = (wanted: number) => Math.round(Math.min(panelWidth.max, Math.max(panelWidth.min, wanted)));
  return {
    isOpen,
    width,
    toggle: () => store({ isOpen: !isOpen, width }),
    resize: (wanted) => store({ isOpen, width: bounded(wanted) }),
  };
}
