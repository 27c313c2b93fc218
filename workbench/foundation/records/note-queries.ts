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

export type Note = components['schemas']['Note'];

export const useNotes = ({ recordType, ...query }: NotedRecord) =>
  useRead(['notes', recordType, query.recordId], '/api/v1/notes/{recordType}', {
    path: { recordType },
    query: { ...query, limit: notesMax },
  });

export const writeNote = (api: Api, { recordType, ...record }: NotedRecord, text: string, key: string) =>
  answered(
    api.POST('/api/v1/notes/{recordType}', {
      params: { path: { recordType }, header: { 'Idempotency-Key': key } },
      body: { ...record, text },
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
