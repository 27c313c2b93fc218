import { jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export type Json = Record<string, unknown>;

/** What both kinds of crews of a project have: composition, entries, and the rates with what they were made of. */
export const pricedColumns = () => ({
  projectId: uuid().notNull(),
  name: text(),
  discipline: text(),
  /** Members as they are returned: with the trades as they were called and the figures of the snapshot. */
  labourMembers: jsonb().$type<StoredLabour[]>().notNull().default([]),
  equipmentMembers: jsonb().$type<StoredEquipment[]>().notNull().default([]),
  indirectCosts: jsonb().$type<Json>().notNull().default({}),
  /** Values that replace those of the project in matching. */
  placeOverride: jsonb().$type<Json>().notNull().default({}),
  /** Cards, machines and terms that the rates were made of. */
  snapshot: jsonb().$type<Json>(),
  /** Result block of rates.md 8.2; null while a member has no rate. */
  rates: jsonb().$type<Json>(),
  warnings: jsonb().$type<Json[]>().notNull().default([]),
  /** Codes of the equipment in the form in which they are compared. */
  equipmentKeys: text().array().notNull().default([]),
});

interface StoredLabour extends Json {
  tradeCode: string;
  laborDesignation: string;
  quantity: number;
}

interface StoredEquipment extends Json {
  equipmentCode: string;
  quantity: number;
}

export const time = () => timestamp({ withTimezone: true, mode: 'date' });
