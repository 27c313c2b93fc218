import { recordColumns } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { amount, schema } from './pg-schema';
import { trade } from './trade';

export const crew = schema.table(
  'crew',
  {
    ...recordColumns(),
    code: text().notNull(),
    name: text().notNull(),
    description: text(),
    discipline: text(),
    workType: text(),
    outputUnit: text(),
    outputPerDay: amount(),
    isActive: boolean().notNull(),
  },
  (table) => [
    uniqueIndex('crew_code_key').on(sql`lower(${table.code} collate pg_c_utf8)`),
    index('crew_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
  ],
);

const memberColumns = () => ({
  id: uuid().primaryKey().defaultRandom(),
  crewId: uuid()
    .notNull()
    .references(() => crew.id, { onDelete: 'cascade' }),
  position: integer().notNull(),
  quantity: amount().notNull(),
  sequence: integer(),
  remarks: text(),
});

export const crewLabourMember = schema.table(
  'crew_labour_member',
  {
    ...memberColumns(),
    tradeId: uuid()
      .notNull()
      .references(() => trade.id),
    straightTimeHours: amount(),
    overtimeHours: amount(),
    doubleTimeHours: amount(),
    rateOverride: jsonb().$type<RateOverride>(),
  },
  (table) => [
    uniqueIndex('crew_labour_member_crew_id_trade_id_key').on(table.crewId, table.tradeId),
    index('crew_labour_member_trade_id_idx').on(table.tradeId, table.crewId),
  ],
);

interface RateOverride {
  straightTime: number;
  overtime: number | null;
  doubleTime: number | null;
}

export const crewEquipmentMember = schema.table(
  'crew_equipment_member',
  {
    ...memberColumns(),
    equipmentCode: text().notNull(),
    rentalBasis: text().$type<'hourly' | 'daily' | 'weekly' | 'monthly'>().notNull(),
    operatingShare: amount().notNull(),
    standbyShare: amount().notNull(),
    operatingHours: amount(),
    standbyHours: amount(),
  },
  (table) => [
    index('crew_equipment_member_crew_id_idx').on(table.crewId),
    index('crew_equipment_member_equipment_code_idx').on(
      sql`lower(${table.equipmentCode} collate pg_c_utf8)`,
    ),
  ],
);
