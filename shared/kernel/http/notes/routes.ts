import { exampled, exampleIds, named } from '../../schema';
import { type HistoryOf, type HistoryRoute, historyRoutes, resourceNamed } from '../history/routes';
import { pageOf, record, responseSchema } from '../serving/answer';
import { type Route, routesOf } from '../serving/route';
import { noteInput, noteQuery } from './fields';
import { changeNote, createNote, deleteNote, listNotesOf, type NoteContext } from './note';

const newNote = {
  recordId: exampleIds.client,
  text: 'Rates of the frame agreement are valid until June; ask for the new ones.',
  links: [{ title: 'Mail of 12 May', url: 'https://mail.example.com/m/8123' }],
};

const noteAnswer = exampled(
  named(
    'Note',
    record({
      noteId: responseSchema.id('Same as id.'),
      recordType: responseSchema.text('Type of the record, as in the path.'),
      ...noteInput.fields,
      resolvedBy: responseSchema.nullable(responseSchema.text('Who resolved it; null while it is open.')),
    }),
  ),
  {
    id: exampleIds.note,
    noteId: exampleIds.note,
    recordType: 'clients',
    ...newNote,
    projectId: null,
    field: null,
    resolvedAt: null,
    resolvedBy: null,
  },
);

export const noteRoutes = <Ctx extends NoteContext>(types: readonly HistoryOf[]): Route<Ctx>[] =>
  types.flatMap((noted) => [...readingRoutes<Ctx>(noted), ...changingRoutes<Ctx>(noted)]);

// In the history a note is known by its text; its project is that of the operation.
export const noteHistoryRoutes = <Ctx extends NoteContext>(
  types: readonly HistoryOf[],
): HistoryRoute<Ctx>[] =>
  historyRoutes<Ctx>(
    types.map(({ records: { recordType }, role }) => ({
      records: {
        ...{ recordType: `${recordType}-notes`, table: 'note', id: 'id', nested: '' },
        hidden: ['record_type', 'project_id', 'created_by_id'],
        code: [],
        label: ['text'],
      },
      ...(role && { role }),
    })),
  );

function readingRoutes<Ctx extends NoteContext>(noted: HistoryOf): Route<Ctx>[] {
  const { recordType } = noted.records;
  const route = routesOf<Ctx>();
  const resource = resourceNamed('notes', recordType);
  return [
    route.get(
      `/notes/${recordType}`,
      {
        name: `${resource}.list`,
        summary: `List notes on ${recordType}`,
        description: 'Newest first. Notes on a deleted record are not listed.',
        answer: pageOf(noteAnswer),
        query: noteQuery,
        ...(noted.role && { role: noted.role }),
      },
      (ctx, { query }) => listNotesOf(ctx, noted, query),
    ),
    route.post(
      `/notes/${recordType}`,
      {
        name: `${resource}.create`,
        summary: `Write a note on ${recordType}`,
        description:
          'The note stays with the record through all changes, and goes with it. A record has at most 1000.',
        answer: noteAnswer,
        problems: ['NOT_FOUND', 'TOO_MANY_NOTES'],
        example: newNote,
        body: noteInput.schema('create'),
        success: 201,
        location: `/notes/${recordType}?recordId=:recordId`,
      },
      (ctx, { body }) => createNote(ctx, noted, body),
    ),
  ];
}

function changingRoutes<Ctx extends NoteContext>(noted: HistoryOf): Route<Ctx>[] {
  const { recordType } = noted.records;
  const route = routesOf<Ctx>();
  const resource = resourceNamed('notes', recordType);
  return [
    route.put(
      `/notes/${recordType}/:noteId`,
      {
        name: `${resource}.update`,
        summary: `Change, resolve or reopen a note on ${recordType}`,
        description: '`resolvedAt` with any time resolves the note, null opens it again.',
        answer: noteAnswer,
        example: { resolvedAt: '2025-07-22T08:00:00Z' },
        body: noteInput.schema('update'),
      },
      (ctx, { params, body }) => changeNote(ctx, noted, params.noteId, body),
    ),
    route.delete(
      `/notes/${recordType}/:noteId`,
      {
        name: `${resource}.delete`,
        summary: `Delete a note on ${recordType}`,
        description: 'The history still has its text.',
        success: 204,
      },
      (ctx, { params }) => deleteNote(ctx, noted, params.noteId),
    ),
  ];
}
