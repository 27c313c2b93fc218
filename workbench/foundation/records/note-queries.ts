import type { components, operations } from '@consulting/client/api';
import { type Api, answered } from '../api/client';
import { useRead } from '../api/read';
import type { Loose, RecordName } from './fields';

const notesMax = 100;

type RecordType = operations['api-v1.notes.list']['parameters']['path']['recordType'];

export const noteTypes: Partial<Record<RecordName, RecordType>> = {
  clients: 'clients',
  projects: 'projects',
  services: 'services',
  trades: 'trades',
  rateCards: 'rate-cards',
  crews: 'crews',
  equipment: 'equipment',
  wbs: 'wbs',
  subcontractors: 'subcontractors',
  equipmentTags: 'equipment-tags',
  priceBooks: 'price-books',
  priceRows: 'price-rows',
};

export interface NotedRecord {
  recordType: RecordType;
  recordId: string;
  projectId?: string;
}

// A field of the record that a new note is to be on.
export interface NotedField {
  key: string;
  label: string;
}

export type Note = components['schemas']['Note'];

export const useNotes = ({ recordType, ...query }: NotedRecord) =>
  useRead(['notes', recordType, query.recordId], '/api/v1/notes/{recordType}', {
    path: { recordType },
    query: { ...query, limit: notesMax },
  });

export const writeNote = (
  api: Api,
  { recordType, ...record }: NotedRecord,
  { text, field }: { text: string; field: string | null },
  key: string,
) =>
  answered(
    api.POST('/api/v1/notes/{recordType}', {
      params: { path: { recordType }, header: { 'Idempotency-Key': key } },
      body: { ...record, text, field },
    }),
  );

const paramsOf = (recordType: RecordType, { noteId, version }: Note) => ({
  path: { recordType, noteId },
  header: { 'If-Match': `"${version}"` },
});

export const changeNote = (api: Api, recordType: RecordType, note: Note, changes: Loose) =>
  answered(
    api.PUT('/api/v1/notes/{recordType}/{noteId}', {
      params: paramsOf(recordType, note),
      body: changes as components['schemas']['NoteChanges'],
    }),
  );

export const deleteNote = (api: Api, recordType: RecordType, note: Note) =>
  answered(api.DELETE('/api/v1/notes/{recordType}/{noteId}', { params: paramsOf(recordType, note) }));

const pagesMax = 20;

// By record, and in it by field.
type FieldNotes = ReadonlyMap<string, ReadonlyMap<string, readonly Note[]>>;

// Open notes on fields of a project's records, the newest where there are too many.
export async function readFieldNotes(
  api: Api,
  recordType: RecordType,
  projectId: string,
  signal: AbortSignal,
): Promise<FieldNotes> {
  const notes = new Map<string, Map<string, Note[]>>();
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { projectId, open: true, onField: true, skip: page * notesMax, limit: notesMax };
    const params = { path: { recordType }, query };
    const { data, hasMore } = await answered(api.GET('/api/v1/notes/{recordType}', { params, signal }));
    for (const note of data) {
      const ofRecord = notes.get(note.recordId) ?? new Map<string, Note[]>();
      const field = note.field ?? '';
      ofRecord.set(field, [...(ofRecord.get(field) ?? []), note]);
      notes.set(note.recordId, ofRecord);
    }
    if (!hasMore) break;
  }
  return notes;
}
