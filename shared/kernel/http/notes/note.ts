import {
  countNotes,
  type Database,
  findNoted,
  insertNote,
  listNotes,
  lockNote,
  type NotedRecords,
  type NoteRow,
  removeNote,
  updateNote,
} from '../../postgres';
import { type Context, requireVersion } from '../../process';
import {
  changed,
  DomainError,
  type Fault,
  fault,
  invalid,
  isEmpty,
  isUuid,
  notFound,
  Page,
  type Values,
} from '../../schema';
import { noteInput, type noteQuery } from './fields';

export type NoteContext = Context & { db: Database };

type NoteFields = Values<(typeof noteInput)['fields']>;

const notesMax = 1000;

const serialiseNote = ({ createdById: _, ...row }: NoteRow) => ({ noteId: row.id, ...row });

export async function listNotesOf(
  { db }: NoteContext,
  noted: NotedRecords,
  query: Values<(typeof noteQuery)['fields']>,
) {
  const { sort, skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    listNotes(db, noted, filter, { sort, skip, limit }),
    countNotes(db, noted, filter),
  ]);
  return new Page(rows.map(serialiseNote), total, skip, limit);
}

export async function createNote({ db, caller }: NoteContext, noted: NotedRecords, body: unknown) {
  const { resolvedAt, ...values } = noteInput.create(body);
  const { recordType } = noted.records;
  requireField(noted, values.field);
  const found = await findNoted(db, noted, values.recordId, values.projectId);
  if (!found) throw notFound(recordType, values.recordId);
  const row = await insertNote(
    db,
    {
      ...values,
      ...resolution(null, resolvedAt, caller.name),
      ...{ recordType, projectId: found.projectId },
      ...{ createdBy: caller.name, updatedBy: caller.name, createdById: caller.id },
    },
    notesMax,
  );
  if (!row) throw new DomainError('TOO_MANY_NOTES', `A record has at most ${notesMax} notes.`, { notesMax });
  return serialiseNote(row);
}

export function changeNote(ctx: NoteContext, noted: NotedRecords, noteId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const current = await lockNoteOf(ctx, tx, noted, noteId);
    const { resolvedAt, ...wanted } = noteInput.update(body, current as NoteFields);
    const by = ctx.caller.name;
    const state = resolvedAt === undefined ? {} : resolution(current.resolvedAt, resolvedAt, by);
    const changes = changed<Partial<NoteRow>>(current, { ...wanted, ...state });
    if (isEmpty(changes)) return serialiseNote(current);
    return serialiseNote(await updateNote(tx, current.id, { ...changes, updatedBy: by }));
  });
}

export function deleteNote(ctx: NoteContext, noted: NotedRecords, noteId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const { id } = await lockNoteOf(ctx, tx, noted, noteId);
    await removeNote(tx, id);
  });
}

function requireField({ records, hasField }: NotedRecords, field: string | null): void {
  if (field === null || hasField?.(field)) return;
  const faults: Fault[] = [];
  fault(
    { faults },
    'field',
    'UNKNOWN_FIELD',
    `is not a field of ${records.recordType} that a note can be on`,
  );
  throw invalid(faults);
}

// Whoever sends a resolved note back as it was read does not resolve it again.
function resolution(current: Date | null, wanted: Date | null, by: string): Partial<NoteRow> {
  if (wanted === null) return { resolvedAt: null, resolvedBy: null };
  return current === null ? { resolvedAt: new Date(), resolvedBy: by } : {};
}

async function lockNoteOf(
  ctx: NoteContext,
  tx: Database,
  noted: NotedRecords,
  noteId: string,
): Promise<NoteRow> {
  const row = isUuid(noteId) ? await lockNote(tx, noted, noteId) : undefined;
  if (!row) throw notFound('note', noteId);
  requireVersion(ctx, row);
  return row;
}
