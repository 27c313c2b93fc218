import { Button, CloseAction, Dialog, TextField } from '@consulting/design/controls';
import { MessageSquare } from '@consulting/design/icons';
import { useLanguage, useMessages } from '@consulting/design/language';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/client';
import { useAttemptKey } from '../api/idempotency';
import { ProblemNotice } from '../components/problem-notice';
import { Loaded } from '../components/view';
import { ForWriters } from '../session/session';
import { ActionButton } from './action-button';
import { Confirm } from './confirm';
import { nameOf, type RecordName, type Section } from './fields';
import {
  changeNote,
  deleteNote,
  type Note,
  type NotedField,
  type NotedRecord,
  noteTypes,
  useNotes,
  writeNote,
} from './note-queries';
import classes from './notes.module.css';
import { RecordDialog } from './record-dialog';

interface ButtonProps {
  of: RecordName;
  record: { id: string };
  isRow?: boolean | undefined;
}

export function NotesButton({ of, record, isRow = false }: ButtonProps) {
  const { notes } = useMessages().takeoffTools;
  const [isOpen, setOpen] = useState(false);
  const recordType = noteTypes[of];
  if (recordType === undefined) return null;
  const title = notes.of({ name: nameOf(of, record) });
  return (
    <>
      <ActionButton
        label={notes.title}
        icon={<MessageSquare />}
        ofRow={isRow ? title : null}
        onPress={() => setOpen(true)}
      />
      {isOpen && (
        <Dialog title={title} form="drawer" isOpen onClose={() => setOpen(false)}>
          <Notes record={{ recordType, recordId: record.id }} />
          <CloseAction />
        </Dialog>
      )}
    </>
  );
}

interface NotesProps {
  record: NotedRecord;
  field?: NotedField | null;
  labelOf?: (key: string) => string;
}

export function Notes({ record, field = null, labelOf = (key) => key }: NotesProps) {
  const { notes } = useMessages().takeoffTools;
  return (
    <section aria-label={notes.title} className={classes.notes}>
      <Loaded query={useNotes(record)}>
        {({ data, total }) => (
          <>
            {total === 0 && <p className="quiet">{notes.empty}</p>}
            <ul className={classes.list}>
              {data.map((note) => (
                <OneNote key={note.noteId} {...{ note, record, labelOf }} />
              ))}
            </ul>
            {total > data.length && <p className="quiet">{notes.older({ count: total - data.length })}</p>}
          </>
        )}
      </Loaded>
      <ForWriters>
        <NewNote key={field?.key ?? ''} record={record} field={field} />
      </ForWriters>
    </section>
  );
}

interface OneNoteProps {
  note: Note;
  record: NotedRecord;
}

function OneNote({ note, record, labelOf }: OneNoteProps & { labelOf: (key: string) => string }) {
  const { messages, formats } = useLanguage();
  const { notes } = messages.takeoffTools;
  const { text, links, createdBy, createdAt, resolvedAt, resolvedBy } = note;
  return (
    <li className={classes.note}>
      {note.field !== null && <strong>{labelOf(note.field)}</strong>}
      <p className={classes.text}>{text}</p>
      {links.map(({ title, url }) => (
        <a key={url} href={url} target="_blank" rel="noreferrer">
          {title ?? url}
        </a>
      ))}
      <p className="quiet">
        {createdBy} · {formats.time(createdAt)}
        {resolvedAt !== null && (
          <> · {notes.resolved({ name: resolvedBy ?? '', time: formats.time(resolvedAt) })}</>
        )}
      </p>
      <ForWriters>
        <NoteActions note={note} record={record} />
      </ForWriters>
    </li>
  );
}

const sections: readonly Section[] = [
  {
    title: 'main',
    fields: [
      { name: 'text', kind: 'long', isRequired: true },
      {
        ...{ name: 'links', kind: 'rows' },
        fields: [
          { name: 'title', kind: 'text' },
          { name: 'url', kind: 'text', isRequired: true },
        ],
      },
    ],
  },
];

function NoteActions({ note, record: { recordType } }: OneNoteProps) {
  const { shell, takeoffTools } = useMessages();
  const { notes } = takeoffTools;
  const api = useApi();
  const changed = useChanged();
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const resolvedAt = note.resolvedAt === null ? new Date().toISOString() : null;
  const resolving = useMutation({
    mutationFn: () => changeNote(api, recordType, note, { resolvedAt }),
    onSuccess: changed,
  });
  const button = (label: string, onPress: () => void) => (
    <Button kind="quiet" aria-label={`${label}: ${note.text}`} onPress={onPress}>
      {label}
    </Button>
  );
  return (
    <>
      <div className={classes.actions}>
        {button(note.resolvedAt === null ? notes.resolve : notes.reopen, () => resolving.mutate())}
        {button(shell.edit, () => setOpen('edit'))}
        {button(shell.remove, () => setOpen('remove'))}
      </div>
      {resolving.error && <ProblemNotice error={resolving.error} />}
      {open === 'edit' && (
        <RecordDialog
          of="clients"
          title={notes.edit}
          record={note}
          sections={sections}
          write={(draft, seen) => changeNote(api, recordType, seen, draft)}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <Confirm
          title={notes.remove}
          question={note.text}
          submit={shell.remove}
          act={() => deleteNote(api, recordType, note)}
          onClose={close}
          onDone={changed}
        />
      )}
    </>
  );
}

function NewNote({ record, field }: { record: NotedRecord; field: NotedField | null }) {
  const { notes } = useMessages().takeoffTools;
  const api = useApi();
  const changed = useChanged();
  const attemptKeyOf = useAttemptKey();
  const [{ text, place }, setDraft] = useState({ text: '', place: 1 });
  const writing = useMutation({
    mutationFn: () =>
      writeNote(api, record, { text, field: field?.key ?? null }, attemptKeyOf([place, text])),
    onSuccess: () => {
      setDraft({ text: '', place: place + 1 });
      return changed();
    },
  });
  return (
    <>
      <TextField
        label={field ? notes.newNoteOn({ field: field.label }) : notes.newNote}
        autoFocus={field !== null}
        value={text}
        onChange={(typed) => setDraft({ text: typed, place })}
        maxLength={4000}
        isMultiline
      />
      <Button isPending={writing.isPending} isDisabled={text.trim() === ''} onPress={() => writing.mutate()}>
        {notes.add}
      </Button>
      {writing.error && <ProblemNotice error={writing.error} />}
    </>
  );
}

// A filter on open notes may match other lines now.
function useChanged() {
  const queries = useQueryClient();
  return () => Promise.all(['notes', 'takeoff'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
