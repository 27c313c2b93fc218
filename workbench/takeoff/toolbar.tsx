import { Button, IconButton, PausedSearchField, SelectField } from '@consulting/design/controls';
import { Plus, Redo2, Undo2 } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import type { Discipline } from '@consulting/foundation/api';
import { ForWriters } from '@consulting/foundation/session';
import type { Field } from '@consulting/takeoff-lines';
import { type ReactNode, useState } from 'react';
import type { Line } from './lines/line-queries';
import classes from './lines/lines.module.css';
import { NewLine } from './lines/new-line';
import type { TakeoffModel } from './use-takeoff';

interface Props {
  projectId: string;
  takeoff: TakeoffModel;
  fields: readonly Field[];
  views: ReactNode;
  // The line that a new one is to be inserted below.
  below: Line | null;
  onClosed: () => void;
  children: ReactNode;
}

const all = 'all';

const disciplinesOf = (fields: readonly Field[]) => {
  const names = fields.find(({ key }) => key === 'discipline');
  return (names?.disciplines ?? []).map((id) => ({
    id,
    label: names?.enum?.find(({ value }) => value === id)?.label ?? id,
  }));
};

export function Toolbar({ projectId, takeoff, fields, views, below, onClosed, children }: Props) {
  const { takeoff: words, shell } = useMessages();
  const [isAdding, setAdding] = useState(false);
  const close = () => {
    setAdding(false);
    onClosed();
  };
  const { view, changeView, showDiscipline, undoing, say } = takeoff;
  const disciplines = disciplinesOf(fields);
  const choose = (id: Discipline | typeof all | undefined) => showDiscipline(id === all || !id ? null : id);
  return (
    <>
      <div role="toolbar" aria-label={words.tools} className={classes.toolbar}>
        {views}
        <div className={classes.discipline}>
          <SelectField
            label={words.discipline}
            isLabelUnseen
            choices={[{ id: all, label: words.allDisciplines }, ...disciplines]}
            value={view.discipline ?? all}
            onChange={(id) => choose(disciplines.find((one) => one.id === id)?.id)}
          />
        </div>
        <div className={classes.search}>
          <PausedSearchField
            label={words.search}
            placeholder={shell.search}
            value={view.search}
            onSearch={(search) => changeView({ search })}
          />
        </div>
        {children}
        <ForWriters>
          <IconButton label={words.undo} isDisabled={!undoing.canUndo} onPress={undoing.undo}>
            <Undo2 />
          </IconButton>
          <IconButton label={words.redo} isDisabled={!undoing.canRedo} onPress={undoing.redo}>
            <Redo2 />
          </IconButton>
          <Button kind="primary" className={classes.add ?? ''} onPress={() => setAdding(true)}>
            <Plus />
            {words.newLine}
          </Button>
        </ForWriters>
      </div>
      {(isAdding || below) && (
        <NewLine
          projectId={projectId}
          discipline={view.discipline}
          below={below}
          disciplines={disciplines}
          readNumber={takeoff.cellText.readNumber}
          onClose={close}
          onAdded={(edit) => {
            close();
            undoing.note(edit);
            say(words.line.added);
          }}
        />
      )}
    </>
  );
}
