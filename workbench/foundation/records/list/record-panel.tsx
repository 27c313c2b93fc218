import { SidePanel, type SidePanelState, TabSet, useSidePanel } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { Link } from 'wouter';
import { Loaded } from '../../components/view';
import { type Stored, useRecord } from '../collection';
import { Facts } from '../facts';
import { declared, type Loose, nameOf, partOf, type RecordName, type Section } from '../fields';
import { noteTypes } from '../note-queries';
import { Notes } from '../notes';
import { History, historyTypes } from '../record-history';
import { useRecordWords } from '../words';
import classes from './list.module.css';

type Row = Stored & Loose;

export interface ActiveRow {
  panel: SidePanelState;
  at: number;
  goTo: (at: number) => void;
  rowProps: (row: Row) => object;
}

const focus = (element: Element | null) => element instanceof HTMLElement && element.focus();

const ownControls = 'a, button, input, select, textarea';

// One row of a list is active: the arrow keys move it, Space and a click open its details.
export function useActiveRow(of: RecordName, rows: readonly Row[], open: (row: Row) => void): ActiveRow {
  const panel = useSidePanel(of);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, rows.length - 1));
  const press = (event: KeyboardEvent, row: Row) => {
    const { target, currentTarget, key } = event;
    if (target !== currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === ' ') panel.toggle();
    else if (key === 'Enter') open(row);
    else if (key === 'ArrowDown') focus(currentTarget.nextElementSibling);
    else if (key === 'ArrowUp') focus(currentTarget.previousElementSibling);
    else return;
    event.preventDefault();
  };
  const click = (event: MouseEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest(ownControls) !== null;
    const isMarkingText = getSelection()?.isCollapsed === false;
    if (!isOwn && !isMarkingText && !panel.isOpen) panel.toggle();
  };
  return {
    panel,
    at,
    goTo: setChosen,
    rowProps: (row) => {
      const index = rows.indexOf(row);
      return {
        tabIndex: index === at ? 0 : -1,
        'aria-current': panel.isOpen && index === at ? 'true' : undefined,
        onFocus: () => setChosen(index),
        onKeyDown: (event: KeyboardEvent) => press(event, row),
        onClick: (event: MouseEvent) => {
          setChosen(index);
          click(event);
        },
      };
    },
  };
}

interface Props {
  of: RecordName;
  path: Readonly<Record<string, string>> | undefined;
  rows: readonly Row[];
  active: ActiveRow;
}

export function RecordPanel({ of, path, rows, active: { panel, at, goTo } }: Props) {
  const { shell, libraries, takeoffTools } = useMessages();
  const { page } = declared(of);
  const row = rows[at];
  if (!row) return null;
  const { id } = row;
  const noteType = noteTypes[of];
  const recordType = historyTypes[of];
  const tabs = [
    { id: 'fields', label: shell.panel.fields, content: <Fields {...{ of, path, id }} /> },
    ...(recordType === undefined
      ? []
      : [
          {
            id: 'history',
            label: takeoffTools.tools.history,
            content: <History {...{ of, recordType }} recordId={id} />,
          },
        ]),
    ...(noteType === undefined
      ? []
      : [
          {
            id: 'notes',
            label: takeoffTools.notes.title,
            content: <Notes record={{ recordType: noteType, recordId: id, ...path }} />,
          },
        ]),
  ];
  const name = nameOf(of, row);
  const { previous, next } = shell.panel;
  return (
    <SidePanel
      panel={panel}
      name={name}
      neighbours={{ at, count: rows.length, goTo, previous, next }}
      actions={page !== undefined && <Link href={`${page}/${id}`}>{libraries.list.open}</Link>}
    >
      <TabSet key={id} label={shell.panel.title({ name })} tabs={tabs} />
    </SidePanel>
  );
}

function Fields({ of, path, id }: Omit<Props, 'rows' | 'active'> & { id: string }) {
  const words = useRecordWords(of);
  const { lead = [], sections } = declared(of);
  const query = useRecord<Row>(of, id, path);
  const displayed = [{ title: '', fields: lead }, ...sections];
  return (
    <Loaded query={query}>
      {(record) =>
        displayed
          .filter(({ inside, fields }: Section) =>
            fields.some((field) => words.value(field, partOf(record, inside)[field.name]) !== null),
          )
          .map((section) => (
            <section key={section.title} className={classes.fields}>
              {section.title !== '' && <h4>{words.section(section.title)}</h4>}
              <Facts of={of} sections={[section]} record={record} />
            </section>
          ))
      }
    </Loaded>
  );
}
