import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { schema } from './pg-schema';
import { attributes } from './schema';
import { commonColumns } from './takeoff-line-columns';

/** Sums of lines, decimals as text. */
export interface LineSums {
  lines: number;
  quantity: string;
  totalManHours: string;
  totalCost: string;
}

/** Sums of the lines that count, of one discipline, WBS code and unit of measure. */
export interface SumGroup extends LineSums {
  discipline: string;
  wbsCode: string | null;
  unitOfMeasure: string | null;
}

/**
 * Lines as they were at one moment (resources.md 15.6): all lines of an estimation version, under its identifier, or those
 * that an import changed, under the identifier of its task.
 */
export const takeoffCopy = schema.table(
  'takeoff_copy',
  {
    id: uuid().primaryKey(),
    projectId: uuid().notNull(),
    serviceId: uuid().notNull(),
    isOfImport: boolean().notNull(),
    takenAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** What the lines that an import left alone add up to; null for a version. */
    others: jsonb().$type<SumGroup[]>(),
  },
  (table) => [
    index('takeoff_copy_service_id_idx').on(table.serviceId),
    index('takeoff_copy_taken_at_idx').on(table.takenAt).where(sql`${table.isOfImport}`),
  ],
);

/** A line of a copy; without a foreign key, which would be looked up for each of many lines. */
export const takeoffCopyLine = schema.table(
  'takeoff_copy_line',
  {
    copyId: uuid().notNull(),
    /** As the import left the line; false for the line as it found it, and for the lines of a version. */
    isAfter: boolean().notNull(),
    lineId: uuid().notNull(),
    attributes: attributes().notNull().default(sql`'{}'::jsonb`),
    ...commonColumns(),
  },
  (table) => [primaryKey({ columns: [table.copyId, table.isAfter, table.lineId] })],
);
