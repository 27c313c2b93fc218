import { type SidePanelState, useSidePanel } from '@consulting/design/controls';
import type { NotedField } from '@consulting/foundation/records';
import { useState } from 'react';

export type PanelTab = 'fields' | 'history' | 'notes';

export interface PanelWithTabs extends SidePanelState {
  tab: PanelTab;
  // The field that a new note is to be on.
  noted: NotedField | null;
  show: (tab: PanelTab, field?: NotedField) => void;
}

export function usePanel(): PanelWithTabs {
  const panel = useSidePanel('takeoff');
  const [chosen, setChosen] = useState<Pick<PanelWithTabs, 'tab' | 'noted'>>({ tab: 'fields', noted: null });
  return {
    ...panel,
    ...chosen,
    show(tab, field) {
      setChosen({ tab, noted: field ?? null });
      if (!panel.isOpen) panel.toggle();
    },
  };
}
