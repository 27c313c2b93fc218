import { exported, insertRecords, updateRecords } from '@consulting/imports/store/bulk-records';
import type { Database, Snapshot } from '@consulting/kernel/postgres';
import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { subcontractor } from './schema';
import { matchingSubcontractors, type SubcontractorFilter } from './subcontractor';

const { version, createdAt, updatedAt, ...columns } = getTableColumns(subcontractor);

export type WrittenSubcontractor = Omit<
  typeof subcontractor.$inferSelect,
  'version' | 'createdAt' | 'updatedAt'
>;

export const lockSubcontractors = (tx: Database, projectId: string): Promise<WrittenSubcontractor[]> =>
  tx
    .select(columns)
    .from(subcontractor)
    .where(eq(subcontractor.projectId, projectId))
    .orderBy(asc(subcontractor.createdAt), asc(subcontractor.id))
    .for('update');

export const insertSubcontractors = (tx: Database, rows: readonly WrittenSubcontractor[]) =>
  insertRecords(tx, subcontractor, rows);

export const updateSubcontractors = (tx: Database, rows: readonly WrittenSubcontractor[]) =>
  updateRecords(tx, subcontractor, rows);

export const readSubcontractors = (projectId: string, filter: SubcontractorFilter) => (snapshot: Snapshot) =>
  snapshot.read<Record<string, unknown>>(sql`
    select ${exported(columns)} from ${subcontractor} where ${matchingSubcontractors(projectId, filter)}
    order by ${desc(subcontractor.createdAt)}, ${asc(subcontractor.id)}`);
