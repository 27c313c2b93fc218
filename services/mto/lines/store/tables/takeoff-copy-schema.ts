import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { schema } from './pg-schema';
import { attributes, pricing } from './schema';
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
 * A copy has the lines that an import changed, under the id of its task, or all lines of an estimation version, under its id, from before
 * `version-schema.ts` (resources.md 15.6).
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

/** A foreign key would cost a lookup for each of many lines. */
export const takeoffCopyLine = schema.table(
  'takeoff_copy_line',
  {
    copyId: uuid().notNull(),
    isAfter: boolean().notNull(),
    lineId: uuid().notNull(),
    attributes: attributes().notNull().default(sql`'{}'::jsonb`),
    ...commonColumns(),
    pricing: pricing(),
  },
  (table) => [primaryKey({ columns: [table.copyId, table.isAfter, table.lineId, table.projectId] })],
);
