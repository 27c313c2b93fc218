import { sql } from 'drizzle-orm';
import { jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { EquipmentInput, LabourInput } from '../../domain/crew/crew-composition-fields';
import type { CrewWarning } from '../../domain/pricing/crew-in-project';
import type { Matching, RateSnapshot } from '../../domain/pricing/crew-snapshot';
import type { CostLevel } from '../../domain/pricing/crew-terms-fields';

/** What both kinds of crews of a project have: composition, entries, and the rates with what they were made of. */
export const pricedColumns = () => ({
  projectId: uuid().notNull(),
  name: text(),
  discipline: text(),
  /** Members as they are returned: with the trades as they were called and the figures of the snapshot. */
  labourMembers: jsonb().$type<LabourInput[]>().notNull().default([]),
  equipmentMembers: jsonb().$type<EquipmentInput[]>().notNull().default([]),
  indirectCosts: jsonb().$type<CostLevel>().notNull().default({}),
  /** Values that replace those of the project in matching. */
  matching: jsonb().$type<Matching>().notNull().default({}),
  /** Cards, machines and terms that the rates were made of. */
  snapshot: jsonb().$type<RateSnapshot>().notNull().default(sql`'{}'::jsonb`),
  /** Result block of rates.md 8.2; null while a member has no rate. */
  rates: jsonb().$type<Record<string, number | null>>(),
  warnings: jsonb().$type<CrewWarning[]>().notNull().default([]),
  /** Codes of the equipment in the form in which they are compared. */
  equipmentKeys: text().array().notNull().default([]),
});
