import { SidePanel, type SidePanelState, TabSet } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Notes } from '@consulting/foundation/records';
import { type Field, LineHistory } from '@consulting/takeoff-lines';
import type { Line } from '../lines/line-queries';
import { LineFields, type LineFieldsProps } from './line-fields';

interface Props extends Omit<LineFieldsProps, 'line'> {
  panel: SidePanelState;
  line: Line | undefined;
  name: string;
  rows: number;
  goTo: (row: number) => void;
}

// All of the line that is active in the grid, whose arrow keys go to its neighbours here, too.
export function LinePanel({ panel, line, name, rows, goTo, ...props }: Props) {
  const { row } = props;
  const { shell, takeoff, takeoffTools } = useMessages();
  const words = takeoff.panel;
  return (
    <SidePanel
      panel={panel}
      name={name}
      neighbours={{ at: row, count: rows, goTo, previous: words.previous, next: words.next }}
    >
      {line ? (
        <TabSet
          label={shell.panel.title({ name })}
          tabs={[
            {
              id: 'fields',
              label: shell.panel.fields,
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
                />
              ),
            },
          ]}
        />
      ) : (
        <p className="quiet">{words.none}</p>
      )}
    </SidePanel>
  );
}

function OfLine({ line, projectId, fields }: { line: Line; projectId: string; fields: readonly Field[] }) {
  const { serviceId } = line.values;
  const owner = typeof serviceId === 'string' ? serviceId : null;
  return <LineHistory recordId={line.id} serviceId={owner} {...{ projectId, fields }} />;
}
