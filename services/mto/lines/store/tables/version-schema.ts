import { time } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { schema } from './pg-schema';
import { attributes, pricing } from './schema';
import { commonColumns } from './takeoff-line-columns';

export const takeoffEpoch = schema.table('takeoff_epoch', {
  serviceId: uuid().primaryKey(),
  projectId: uuid().notNull(),
  epoch: integer().notNull(),
});

export const takeoffVersion = schema.table(
  'takeoff_version',
  {
    id: uuid().primaryKey(),
    projectId: uuid().notNull(),
    serviceId: uuid().notNull(),
    epoch: integer().notNull(),
    takenAt: time().notNull().defaultNow(),
    hasTotals: boolean().notNull().default(false),
    review: jsonb().$type<object>(),
  },
  (table) => [
    uniqueIndex('takeoff_version_service_id_epoch_key').on(table.serviceId, table.epoch),
    index('takeoff_version_project_id_idx').on(table.projectId),
  ],
);

/** Triggers of `takeoff_line` (migration `versions_kept`) write the former line when it changes or is deleted and a version has it. */
export const takeoffVersionLine = schema.table(
  'takeoff_version_line',
  {
    lineId: uuid().notNull(),
    untilEpoch: integer().notNull(),
    fromEpoch: integer().notNull(),
    version: integer().notNull(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    createdBy: text().notNull(),
    updatedBy: text().notNull(),
    attributes: attributes().notNull().default(sql`'{}'::jsonb`),
    ...commonColumns(),
    crewRateMatched: boolean().notNull(),
    wbsMatched: boolean().notNull(),
    importTaskId: uuid(),
    pricing: pricing(),
  },
  (table) => [
    primaryKey({ columns: [table.lineId, table.untilEpoch, table.projectId] }),
    index('takeoff_version_line_item_number_idx').on(
      table.serviceId,
      table.itemNumber,
      table.createdAt,
      table.lineId,
      table.untilEpoch,
      table.fromEpoch,
    ),
  ],
);
