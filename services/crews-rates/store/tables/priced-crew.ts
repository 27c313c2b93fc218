import { sql } from 'drizzle-orm';
import { jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { EquipmentInput, LabourInput } from '../../fields/crew-composition';
import type { CostLevel } from '../../fields/crew-terms';
import type { Matching, RateSnapshot } from '../../rates/snapshot';
import type { CrewWarning } from '../../rates/warning';

export const pricedColumns = () => ({
  projectId: uuid().notNull(),
  name: text(),
  discipline: text(),
  /** Members as they are returned: with the trades as they were called and the figures of the snapshot. */
  labourMembers: jsonb().$type<LabourInput[]>().notNull().default([]),
  equipmentMembers: jsonb().$type<EquipmentInput[]>().notNull().default([]),
  indirectCosts: jsonb().$type<CostLevel>().notNull().default({}),
  matching: jsonb().$type<Matching>().notNull().default({}),
  snapshot: jsonb().$type<RateSnapshot>().notNull().default(sql`'{}'::jsonb`),
  rates: jsonb().$type<Record<string, number | null>>(),
  warnings: jsonb().$type<CrewWarning[]>().notNull().default([]),
  equipmentKeys: text().array().notNull().default([]),
});
