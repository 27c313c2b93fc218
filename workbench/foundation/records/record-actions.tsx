import { Pencil, Trash2 } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NeedsNetwork, useSession } from '../session/session';
import { ActionButton } from './action-button';
import { type Stored, useCollection } from './collection';
import { Confirm } from './confirm';
import { declared, type Loose, nameOf, newRecord, type RecordName, type Section } from './fields';
import { NotesButton } from './notes';
import { type Part, RecordDialog } from './record-dialog';
import { HistoryButton } from './record-history';

interface Of {
  of: RecordName;
  path?: Readonly<Record<string, string>> | undefined;
}

export interface Shape<R extends Stored> {
  sections?: readonly Section[];
  input?: (record: R) => R;
  before?: Part | undefined;
  after?: Part | undefined;
  onSaved?: ((record: R) => void) | undefined;
  bodyOf?: (draft: Loose) => Loose;
}

interface Opened {
  title: string;
  submit?: string | undefined;
  onClose: () => void;
}

export function NewRecord<R extends Stored>(props: Of & Shape<R> & Opened & { initial?: Loose | undefined }) {
  const { of, path, onSaved, ...others } = props;
  const { create } = useCollection<R>(of, path);
  return (
    <RecordDialog
      {...others}
      of={of}
      record={newRecord(of)}
      write={async (draft, _, attemptKey) => {
        const created = await create(props.bodyOf?.(draft) ?? draft, attemptKey);
        onSaved?.(created);
      }}
    />
  );
}

export function EditRecord<R extends Stored>(props: Of & Shape<R> & Opened & { record: R }) {
  const { of, path, onSaved, input = (record: R) => record, ...others } = props;
  const { read, update } = useCollection<R>(of, path);
  const sections = (others.sections ?? declared(of).sections).map((section) => ({
    ...section,
    fields: section.fields.filter(({ isFixed }) => !isFixed),
  }));
  return (
    <RecordDialog
      {...others}
      of={of}
      record={input(props.record)}
      sections={sections}
      readAgain={async () => input(await read(props.record.id))}
      write={async (draft, seen) => {
        const updated = await update(seen, draft);
        onSaved?.(updated);
      }}
    />
  );
}

export interface Removal {
  name?: string;
  title?: string;
  question?: string;
  instead?: { label: string; act: () => Promise<unknown> } | undefined;
  onRemoved?: () => void;
}

function RemoveRecord<R extends Stored>(props: Of & Removal & { record: R; onClose: () => void }) {
  const { of, path, record, name = nameOf(of, record), instead, onRemoved, onClose } = props;
  const { shell, libraries } = useMessages();
  const queries = useQueryClient();
  const { remove } = useCollection<R>(of, path);
  const [seen] = useState(record);
  return (
    <Confirm
      title={props.title ?? libraries.remove.title({ name })}
      question={props.question ?? libraries.remove.text}
      submit={shell.remove}
      act={() => remove(seen)}
      instead={instead}
      onClose={onClose}
      onDone={() => {
        onRemoved?.();
        // The record is gone, and its view may still be open for a moment.
        queries.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes(seen.id) });
      }}
    />
  );
}

interface Actions<R extends Stored> extends Of {
  record: R;
  edit: Shape<R> & { title: string; label?: string };
  remove: Removal & { label?: string };
  isRow?: boolean;
  isWritable?: boolean | undefined;
}

export function RecordActions<R extends Stored>(props: Actions<R>) {
  const { of, path, record, edit, remove, isRow } = props;
  const { canWrite } = useSession();
  const { shell, libraries } = useMessages();
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null);
  const own = { of, path, record, onClose: () => setOpened(null) };
  const { label, ...shape } = edit;
  const isWritable = props.isWritable ?? canWrite;
  const name = nameOf(of, record);
  return (
    <>
      <NotesButton {...{ of, record, isRow }} />
      <HistoryButton {...{ of, record, isRow }} />
      <NeedsNetwork>
        {isWritable && !declared(of).isFixed && (
          <ActionButton
            label={label ?? shell.edit}
            icon={<Pencil />}
            ofRow={isRow ? libraries.list.editOf({ name }) : null}
            onPress={() => setOpened('edit')}
          />
        )}
        {isWritable && (
          <ActionButton
            kind="danger"
            label={remove.label ?? shell.remove}
            icon={<Trash2 />}
            ofRow={isRow ? libraries.remove.title({ name }) : null}
            onPress={() => setOpened('remove')}
          />
        )}
      </NeedsNetwork>
      {opened === 'edit' && <EditRecord {...own} {...shape} />}
      {opened === 'remove' && <RemoveRecord {...own} {...remove} />}
    </>
  );
}
