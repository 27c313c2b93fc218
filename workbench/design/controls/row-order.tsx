import { type PointerEvent, useState } from 'react';
import { GripVertical } from '../icons';
import classes from './row-order.module.css';

interface Drag {
  from: number;
  to: number;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

function rowBelow({ clientX, clientY, currentTarget }: PointerEvent): number | undefined {
  const body = currentTarget.closest('tbody');
  const row = document.elementFromPoint(clientX, clientY)?.closest('tr');
  return row && row.parentElement === body ? row.sectionRowIndex : undefined;
}

export function useRowOrder(count: number, move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const handle = (at: number, label: string) => (
    <button
      type="button"
      className={classes.handle}
      aria-label={label}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onPointerDown={({ currentTarget, pointerId }) => {
        currentTarget.setPointerCapture(pointerId);
        setDrag({ from: at, to: at });
      }}
      onPointerMove={(event) => drag && setDrag({ from: at, to: rowBelow(event) ?? drag.to })}
      onPointerUp={() => {
        if (drag && drag.to !== at) move(at, drag.to);
        setDrag(null);
      }}
      onPointerCancel={() => setDrag(null)}
    >
      <GripVertical />
    </button>
  );
  const rowProps = (at: number) => ({
    className:
      drag?.to === at && drag.from !== at ? classes[drag.to < drag.from ? 'above' : 'below'] : undefined,
    onKeyDown: (event: React.KeyboardEvent) => {
      const by = event.altKey ? steps[event.key] : undefined;
      if (by === undefined) return;
      event.preventDefault();
      if (at + by >= 0 && at + by < count) move(at, at + by);
    },
  });
  return { handle, rowProps };
}
