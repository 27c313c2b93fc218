import { kernelTables, recordColumns } from '@consulting/shared/store/tables';
import { sql } from 'drizzle-orm';
import { numeric, pgSchema, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

// Not exported: the migrator creates the schema itself.
const schema = pgSchema('crews_rates');

export const { outbox, inbox, idempotencyKey } = kernelTables(schema);

/** Crews of a service with the rates that its takeoff lines take; null rates while a crew is incomplete. */
export const serviceCrew = schema.table(
  'service_crew',
  {
    ...recordColumns(),
    projectId: uuid().notNull(),
    serviceId: uuid().notNull(),
    crewCode: text().notNull(),
    crewSize: numeric(),
    labourRatePerManHour: numeric(),
    equipmentRatePerManHour: numeric(),
  },
  (table) => [
    uniqueIndex('service_crew_service_id_crew_code_key').on(
      table.serviceId,
      sql`lower(${table.crewCode} collate pg_c_utf8)`,
    ),
  ],
);
