import type { NotedField } from '@consulting/foundation/records';
import { useState } from 'react';

export const panelWidth = { min: 280, max: 720, usual: 380, step: 20 };

export type PanelTab = 'fields' | 'history' | 'notes';

export interface Panel {
  isOpen: boolean;
  toggle: () => void;
  tab: PanelTab;
  show: (tab: PanelTab, field?: NotedField) => void;
  // The field that a new note is to be on.
  noted: NotedField | null;
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
  const [{ tab, noted }, setTab] = useState<Pick<Panel, 'tab' | 'noted'>>({ tab: 'fields', noted: null });
  const store = (next: ReturnType<typeof stored>) => {
    localStorage.setItem(storedName, `${next.isOpen ? 'open' : 'closed'} ${next.width}`);
    setPanel(next);
  };
  const bounded = (wanted: number) => Math.round(Math.min(panelWidth.max, Math.max(panelWidth.min, wanted)));
  return {
    isOpen,
    width,
    toggle: () => store({ isOpen: !isOpen, width }),
    tab,
    noted,
    show(next, field) {
      setTab({ tab: next, noted: field ?? null });
      if (!isOpen) store({ isOpen: true, width });
    },
    resize: (wanted) => store({ isOpen, width: bounded(wanted) }),
  };
}
