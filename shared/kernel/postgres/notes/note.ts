import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Database } from '../database/connect';
import { inOrder, type ListPage, sortable } from '../database/list-order';
import { whenGiven } from '../database/query';
import { recordColumns, time } from '../database/tables';
import { allowLongStatements } from '../database/unavailable';
import type { TrackedRecords, TrackedTable } from '../history/change-list';
import { leaveOutOfHistory } from '../history/operation';

export interface NoteLink {
  title: string | null;
  url: string;
}

const note = pgTable('note', {
  ...recordColumns(),
  recordType: text().notNull(),
  recordId: uuid().notNull(),
  projectId: uuid(),
  field: text(),
  text: text().notNull(),
  links: jsonb().$type<NoteLink[]>().notNull(),
  resolvedAt: time(),
  resolvedBy: text(),
  createdById: text().notNull(),
});

export type NoteRow = typeof note.$inferSelect;
export type NoteValues = Omit<typeof note.$inferInsert, 'version'>;

// Records whose projects are looked up are distributed by project, so that theirs is named where they are read.
export interface NotedRecords {
  records: TrackedRecords;
  projectColumn?: string;
  projectsOf?: (db: Database, recordId: string) => Promise<string[]>;
  // Records without it have notes as a whole alone.
  hasField?: (key: string) => boolean;
}

export interface NoteFilter {
  recordId: string | null;
  projectId: string | null;
  open: boolean | null;
  onField: boolean | null;
}

const tablesOf = ({ others = [], ...first }: TrackedRecords): TrackedTable[] => [first, ...others];

const hasRecord = ({ records, projectsOf }: NotedRecords): SQL => {
  const ofProject = projectsOf ? sql`and entry.project_id = note.project_id` : sql``;
  const found = tablesOf(records).map(
    ({ table, id }) => sql`exists (select from ${sql.identifier(table)} as entry
      where entry.${sql.identifier(id)} = note.record_id ${ofProject})`,
  );
  return sql`(${sql.join(found, sql` or `)})`;
};

const ofRecords = (noted: NotedRecords) =>
  and(eq(note.recordType, noted.records.recordType), hasRecord(noted));

const matching = (noted: NotedRecords, { recordId, projectId, open, onField }: NoteFilter) =>
  and(
    ofRecords(noted),
    whenGiven(recordId, (id) => eq(note.recordId, id)),
    projectId === null ? sql`true /* of every project */` : eq(note.projectId, projectId),
    whenGiven(onField, (isOnField) => (isOnField ? isNotNull(note.field) : isNull(note.field))),
    whenGiven(open, (isOpen) => (isOpen ? isNull(note.resolvedAt) : isNotNull(note.resolvedAt))),
  );

const { recordType: _, createdById: _id, ...sorted } = getTableColumns(note);

export const noteSorting = sortable(sorted);

const order = { id: note.id, usual: [desc(note.createdAt), asc(note.id)] };

export const listNotes = (
  db: Database,
  noted: NotedRecords,
  filter: NoteFilter,
  { sort, skip, limit }: ListPage,
): Promise<NoteRow[]> =>
  db
    .select()
    .from(note)
    .where(matching(noted, filter))
    .orderBy(...inOrder(sort, noteSorting, order))
    .offset(skip)
    .limit(limit);

export const countNotes = (db: Database, noted: NotedRecords, filter: NoteFilter): Promise<number> =>
  db.$count(note, matching(noted, filter));

// The answer is undefined where the record does not exist, or not in the project.
export async function findNoted(
  db: Database,
  { records, projectColumn = 'project_id', projectsOf }: NotedRecords,
  recordId: string,
  projectId: string | null,
): Promise<{ projectId: string | null } | undefined> {
  const projects =
    projectsOf === undefined || projectId !== null ? [projectId] : await projectsOf(db, recordId);
  for (const project of projects)
    for (const { table, id } of tablesOf(records)) {
      const ofProject = projectsOf ? sql`and entry.project_id = ${project}::uuid` : sql``;
      const [row] = await db.execute<{ projectId: string | null }>(sql`
        select to_jsonb(entry) ->> ${projectColumn}::text as "projectId" from ${sql.identifier(table)} as entry
        where entry.${sql.identifier(id)} = ${recordId}::uuid ${ofProject}`);
      if (row && (projectId === null || row.projectId === projectId)) return row;
    }
  return undefined;
}

// Nothing is inserted where the record has as many notes as it may have.
export async function insertNote(
  db: Database,
  values: NoteValues,
  notesMax: number,
): Promise<NoteRow | undefined> {
  const { recordType, recordId } = values;
  const ofRecord = and(eq(note.recordId, recordId), eq(note.recordType, recordType));
  if ((await db.$count(note, ofRecord)) >= notesMax) return undefined;
  const [row] = await db.insert(note).values(values).returning();
  return row;
}

export async function lockNote(tx: Database, noted: NotedRecords, id: string): Promise<NoteRow | undefined> {
  const [row] = await tx
    .select()
    .from(note)
    .where(and(eq(note.id, id), ofRecords(noted), sql`true /* of every project */`))
    .for('update');
  return row;
}

export async function updateNote(tx: Database, id: string, changes: Partial<NoteValues>): Promise<NoteRow> {
  const [row] = await tx
    .update(note)
    .set({ ...changes, version: sql`${note.version} + 1`, updatedAt: new Date() })
    .where(eq(note.id, id))
    .returning();
  return row as NoteRow;
}

export async function removeNote(tx: Database, id: string): Promise<void> {
  await tx.delete(note).where(eq(note.id, id));
}

// Notes on these records go, and those of these projects.
export async function removeNotesOf(tx: Database, ids: readonly string[]): Promise<void> {
  const given = sql`any(${sql.param(ids)}::uuid[])`;
  await tx.execute(sql`delete from note where project_id = ${given} or record_id = ${given}`);
}

// A note whose record is gone goes once the history no longer has the deletion, so that no undo can bring the record
// back.
export const sweepNotesOf =
  (types: readonly NotedRecords[]) =>
  async (db: Database): Promise<void> => {
    for (const noted of types) await sweepNotes(db, noted);
  };

async function sweepNotes(db: Database, noted: NotedRecords): Promise<void> {
  await db.transaction(async (tx) => {
    await allowLongStatements(tx);
    await leaveOutOfHistory(tx);
    await tx.execute(sql`
      with gone as materialized (
        select id, record_id, project_id from note
        where record_type = ${noted.records.recordType} and not ${hasRecord(noted)} /* of every project */)
      delete from note using gone where note.id = gone.id and not exists (
        select from history_change as change
        where change.record_id = gone.record_id and change.action = 'd'
          and change.project_id in (gone.project_id, history_nowhere()) offset 0)`);
  });
}
