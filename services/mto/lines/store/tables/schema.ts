import { kernelTables, recordColumns } from '@consulting/kernel/postgres';
import type { Cell, StoredPricing } from '@consulting/mto-engine';
import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { schema } from './pg-schema';
import { commonColumns, including, sortedText } from './takeoff-line-columns';

export const { outbox, inbox, deadLetter, idempotencyKey } = kernelTables(schema);

/**
 * Compression by pglz would make reading one key of many lines up to five times as slow. Migrations that drizzle cannot generate store the
 * column in the line (`lines_in_one_piece`), compress it by lz4 where the server has that (`lines_compressed`), and let several workers
 * read it (`lines_read_by_workers`).
 */
export const attributes = customType<{ data: Record<string, Cell> }>({
  dataType: () => 'jsonb storage external',
});

// Null, as of every imported line, takes no room in a line.
export const pricing = () => jsonb().$type<StoredPricing>();

export const sourceIdKey = 'takeoff_line_source_id_key';

export const unsettledEpoch = 2_147_483_647;

/** The usual aggregates read these from the index alone, because a line is ten times as wide. */
const figureKeys = [
  'status',
  'scopeType',
  'wbsCode',
  'crewCode',
  'unitOfMeasure',
  'quantity',
  'totalManHours',
  'labourCost',
  'materialCost',
  'equipmentCost',
  'subcontractCost',
  'totalCost',
] as const;

/**
 * Common fields are columns (resources.md 15.1); `attributes` has the fields of the discipline that are not empty, computed ones included.
 * Identifiers are UUIDs of version 7 that contain the project (`line-id.ts`), so that lines written together stay in order.
 */
export const takeoffLine = schema.table(
  'takeoff_line',
  {
    ...recordColumns(),
    id: uuid().notNull(),
    attributes: attributes().notNull().default(sql`'{}'::jsonb`),
    ...commonColumns(),
    crewRateMatched: boolean().notNull().default(false),
    wbsMatched: boolean().notNull().default(false),
    importTaskId: uuid(),
    pricing: pricing(),
    /** Null means that the line is older than the first epoch of its service (`version-schema.ts`). */
    createdEpoch: integer().default(unsettledEpoch),
    inTotals: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.projectId] }),
    index('takeoff_line_figures_idx').on(
      table.projectId,
      table.serviceId,
      including(
        table.discipline,
        figureKeys.map((key) => table[key]),
      ),
    ),
    index('takeoff_line_project_id_tag_idx').on(table.projectId, sortedText(table.tag), table.id),
    index('takeoff_line_project_id_total_cost_idx').on(table.projectId, table.totalCost, table.id),
    index('takeoff_line_project_id_item_number_idx').on(
      table.projectId,
      table.itemNumber,
      table.createdAt,
      including(table.id, [table.serviceId, table.discipline]),
    ),
    index('takeoff_line_service_id_idx').on(table.serviceId),
    index('takeoff_line_outside_totals_idx')
      .on(table.projectId, table.serviceId)
      .where(sql`not ${table.inTotals}`),
    index('takeoff_line_subcontractor_id_idx')
      .on(table.subcontractorId)
      .where(sql`${table.subcontractorId} is not null`),
    uniqueIndex(sourceIdKey)
      .on(table.projectId, table.serviceId, table.discipline, table.sourceId)
      .where(sql`${table.sourceId} is not null`),
    index('takeoff_line_crew_code_idx')
      .on(sql`lower(${table.crewCode} collate pg_c_utf8)`, table.serviceId)
      .where(sql`${table.crewCode} is not null`),
    index('takeoff_line_wbs_code_idx')
      .on(sql`lower(${table.wbsCode} collate pg_c_utf8)`, table.projectId)
      .where(sql`${table.wbsCode} is not null`),
  ],
);

// Codes are in lower case. A price of a line is stale when its row was changed after it had been read.
export const priceRowChange = schema.table(
  'price_row_change',
  {
    priceBook: text().notNull(),
    rowCode: text().notNull(),
    changedAt: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.priceBook, table.rowCode] })],
);
