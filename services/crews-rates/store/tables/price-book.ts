import { recordColumns } from '@consulting/kernel/postgres';
import type { Discipline } from '@consulting/takeoff-fields';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { amount, schema } from './pg-schema';

export const priceBook = schema.table(
  'price_book',
  {
    ...recordColumns(),
    code: text().notNull(),
    name: text().notNull(),
    description: text(),
    discipline: text().$type<Discipline>(),
    currency: text(),
    country: text(),
    region: text(),
    province: text(),
    year: integer(),
    quarter: text().$type<'Q1' | 'Q2' | 'Q3' | 'Q4'>(),
    priceSource: text().notNull(),
    quoteReference: text(),
    isActive: boolean().notNull(),
    rowCount: integer().notNull().default(0),
    statistics: jsonb().$type<object>(),
  },
  (table) => [
    uniqueIndex('price_book_code_key').on(sql`lower(${table.code} collate pg_c_utf8)`),
    index('price_book_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
  ],
);

export type Operand = string | number | boolean;

export interface Condition {
  field: string;
  equals?: Operand;
  in?: Operand[];
  from?: string | number;
  to?: string | number;
  startsWith?: string;
  contains?: string;
  isEmpty?: boolean;
}

export interface Points {
  field: string;
  between: 'linear' | 'next';
  points: number[][];
}

export const priceRow = schema.table(
  'price_row',
  {
    ...recordColumns(),
    bookId: uuid()
      .notNull()
      .references(() => priceBook.id, { onDelete: 'cascade' }),
    rowCode: text().notNull(),
    description: text(),
    discipline: text().$type<Discipline>().notNull(),
    target: text().notNull(),
    driver: text(),
    unitOfMeasure: text(),
    conditions: jsonb().$type<Condition[]>().notNull(),
    value: amount(),
    textValue: text(),
    points: jsonb().$type<Points>(),
    sortOrder: integer(),
    remarks: text(),
    statistics: jsonb().$type<Readonly<Record<string, number>>>(),
  },
  (table) => [
    uniqueIndex('price_row_book_id_row_code_key').on(
      table.bookId,
      sql`lower(${table.rowCode} collate pg_c_utf8)`,
    ),
    index('price_row_book_id_id_idx').on(table.bookId, table.id),
    index('price_row_book_id_sort_order_id_idx').on(table.bookId, table.sortOrder, table.id),
  ],
);
