import { recordColumns } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { schema } from './pg-schema';

/** Crews and rate cards refer to a designation by id, so a new name is theirs too (resources.md 7). */
export const trade = schema.table(
  'trade',
  {
    ...recordColumns(),
    tradeCode: text().notNull(),
    laborDesignation: text().notNull(),
    tradeName: text(),
    description: text(),
    disciplines: jsonb().$type<string[]>(),
    skillLevel: text(),
    isSupervisory: boolean().notNull(),
    sortOrder: integer(),
    isActive: boolean().notNull(),
  },
  (table) => [
    uniqueIndex('trade_trade_code_labor_designation_key').on(
      sql`lower(${table.tradeCode} collate pg_c_utf8)`,
      sql`lower(${table.laborDesignation} collate pg_c_utf8)`,
    ),
    index('trade_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
  ],
);
