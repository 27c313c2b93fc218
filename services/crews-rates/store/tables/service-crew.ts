import { recordColumns, time } from '@consulting/kernel/store/tables';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, numeric, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { EnteredWeek } from '../../fields/crew-terms';
import { schema } from '../pg-schema';
import { crew } from './crew';
import { pricedColumns } from './priced-crew';

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
