import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { schema } from './pg-schema';
import { attributes } from './schema';
import { commonColumns } from './takeoff-line-columns';

export interface LineSums {
  lines: number;
  quantity: string;
  totalManHours: string;
  totalCost: string;
}

export interface SumGroup extends LineSums {
  discipline: string;
  wbsCode: string | null;
  unitOfMeasure: string | null;
}

/**
 * Lines as they were at one moment (resources.md 15.6): those that an import changed, under the identifier of its task, or all
 * lines of an estimation version, under its identifier, as they were kept before `version-schema.ts`.
 */
export const takeoffCopy = schema.table(
  'takeoff_copy',
  {
    id: uuid().primaryKey(),
    projectId: uuid().notNull(),
    serviceId: uuid().notNull(),
    isOfImport: boolean().notNull(),
    takenAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
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
    isAfter: boolean().notNull(),
    lineId: uuid().notNull(),
    attributes: attributes().notNull().default(sql`'{}'::jsonb`),
    ...commonColumns(),
  },
  (table) => [primaryKey({ columns: [table.copyId, table.isAfter, table.lineId, table.projectId] })],
);
