import { IconButton, TabSet } from '@consulting/design/controls';
import { ArrowDown, ArrowUp, X } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { Notes } from '@consulting/foundation/records';
import { type Field, LineHistory } from '@consulting/takeoff-lines';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Line } from '../lines/line-queries';
import { LineFields, type LineFieldsProps } from './line-fields';
import classes from './panel.module.css';
import { type Panel, type PanelTab, panelWidth } from './use-panel';

interface Props extends Omit<LineFieldsProps, 'line'> {
  panel: Panel;
  line: Line | undefined;
  name: string;
  rows: number;
  goTo: (row: number) => void;
}

// All of the line that is active in the grid, whose arrow keys go to its neighbours here, too.
export function LinePanel({ panel, line, name, rows, goTo, ...props }: Props) {
  const { row } = props;
  const { takeoff, takeoffTools } = useMessages();
  const words = takeoff.panel;
  return (
    <aside className={classes.panel} style={{ width: panel.width }} aria-label={words.title({ line: name })}>
      <Grip panel={panel} />
      <header className={classes.header}>
        <h3>{name}</h3>
        <IconButton label={words.previous} isDisabled={row <= 0} onPress={() => goTo(row - 1)}>
          <ArrowUp />
        </IconButton>
        <IconButton label={words.next} isDisabled={row >= rows - 1} onPress={() => goTo(row + 1)}>
          <ArrowDown />
        </IconButton>
        <IconButton label={words.close} onPress={panel.toggle}>
          <X />
        </IconButton>
      </header>
      {line ? (
        <TabSet
          label={words.title({ line: name })}
          selectedKey={panel.tab}
          onSelectionChange={(id) => panel.show(id as PanelTab)}
          tabs={[
            {
              id: 'fields',
              label: words.fields,
              content: <LineFields key={line.id} line={line} {...props} />,
            },
            {
              id: 'history',
              label: takeoffTools.tools.history,
              content: <OfLine key={line.id} line={line} {...props} />,
            },
            {
              id: 'notes',
              label: takeoffTools.notes.title,
              content: (
                <Notes
                  key={line.id}
                  record={{ recordType: 'takeoff-lines', recordId: line.id, projectId: props.projectId }}
                  field={panel.noted}
                  labelOf={(key) => props.fields.find((one) => one.key === key)?.label ?? key}
                />
              ),
            },
          ]}
        />
      ) : (
        <p className="quiet">{words.none}</p>
      )}
    </aside>
  );
}

function OfLine({ line, projectId, fields }: { line: Line; projectId: string; fields: readonly Field[] }) {
  const { serviceId } = line.values;
  const owner = typeof serviceId === 'string' ? serviceId : null;
  return <LineHistory recordId={line.id} serviceId={owner} {...{ projectId, fields }} />;
}

const widened: Partial<Record<string, number>> = { ArrowLeft: panelWidth.step, ArrowRight: -panelWidth.step };

function Grip({ panel: { width, resize } }: { panel: Panel }) {
  const words = useMessages().takeoff.panel;
  const [from, setFrom] = useState<number | null>(null);
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom(width + event.clientX);
  };
  const press = (event: KeyboardEvent) => {
    const by = widened[event.key];
    if (by === undefined) return;
    event.preventDefault();
    resize(width + by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: A separator that is moved is none that <hr> could be.
    <div
      role="separator"
      tabIndex={0}
      className={classes.grip}
      aria-orientation="vertical"
      aria-label={words.width}
      aria-valuenow={width}
      aria-valuemin={panelWidth.min}
      aria-valuemax={panelWidth.max}
      onPointerDown={begin}
      onPointerMove={({ clientX }) => from !== null && resize(from - clientX)}
      onPointerUp={() => setFrom(null)}
      onKeyDown={press}
    />
  );
}
