import { recordColumns, time } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, numeric, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { EquipmentInput, LabourInput } from '../../fields/crew-composition';
import type { CostLevel, EnteredWeek } from '../../fields/crew-terms';
import type { Repricing } from '../../rates/repricing';
import type { Matching, RateSnapshot } from '../../rates/snapshot';
import type { CrewWarning } from '../../rates/warning';
import { crew } from './crew';
import { schema } from './pg-schema';

export const pricedColumns = () => ({
  projectId: uuid().notNull(),
  name: text(),
  discipline: text(),
  labourMembers: jsonb().$type<LabourInput[]>().notNull().default([]),
  equipmentMembers: jsonb().$type<EquipmentInput[]>().notNull().default([]),
  indirectCosts: jsonb().$type<CostLevel>().notNull().default({}),
  matching: jsonb().$type<Matching>().notNull().default({}),
  snapshot: jsonb().$type<RateSnapshot>().notNull().default(sql`'{}'::jsonb`),
  rates: jsonb().$type<Record<string, number | null>>(),
  warnings: jsonb().$type<CrewWarning[]>().notNull().default([]),
  equipmentKeys: text().array().notNull().default([]),
});

export const projectCrew = schema.table(
  'project_crew',
  {
    ...recordColumns(),
    ...pricedColumns(),
    crewId: uuid()
      .notNull()
      .references(() => crew.id),
    status: text().$type<'complete' | 'incomplete'>().notNull(),
    importedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('project_crew_project_id_crew_id_key').on(table.projectId, table.crewId),
    index('project_crew_crew_id_idx').on(table.crewId),
    index('project_crew_equipment_keys_idx').using('gin', table.equipmentKeys),
  ],
);

export const serviceCrew = schema.table(
  'service_crew',
  {
    ...recordColumns(),
    ...pricedColumns(),
    serviceId: uuid().notNull(),
    crewId: uuid().references(() => crew.id),
    crewCode: text().notNull(),
    description: text(),
    workWeek: jsonb().$type<EnteredWeek>(),
    repricing: jsonb().$type<Repricing>(),
    ratesLocked: boolean().notNull().default(false),
    status: text().$type<'complete' | 'incomplete' | 'stale'>().notNull().default('incomplete'),
    ratesCalculatedAt: time(),
    crewSize: numeric(),
    labourRatePerManHour: numeric(),
    equipmentRatePerManHour: numeric(),
    country: text(),
    tradeKeys: text().array().notNull().default([]),
  },
  (table) => [
    uniqueIndex('service_crew_service_id_crew_code_key').on(
      table.serviceId,
      sql`lower(${table.crewCode} collate pg_c_utf8)`,
    ),
    index('service_crew_service_id_created_at_idx').on(
      table.serviceId,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('service_crew_project_id_created_at_idx').on(
      table.projectId,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('service_crew_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
    index('service_crew_crew_id_idx').on(table.crewId),
    index('service_crew_trade_keys_idx').using('gin', table.tradeKeys),
    index('service_crew_equipment_keys_idx').using('gin', table.equipmentKeys),
  ],
);
