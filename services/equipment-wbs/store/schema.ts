import type { ListTask } from '@consulting/imports/list/list-task';
import { importTables, importTaskColumns, importTaskIndexes } from '@consulting/imports/store/tables';
import { kernelTables, recordColumns, time } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  index,
  numeric,
  pgSchema,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

// Not exported: the migrator creates the schema itself.
const schema = pgSchema('equipment_wbs');

const amount = () => numeric({ mode: 'number' });

export const { outbox, inbox, deadLetter, idempotencyKey } = kernelTables(schema);

export const importTask = schema.table('import_task', importTaskColumns<ListTask>(), importTaskIndexes);

export const { importFileChunk, importFailedRow } = importTables(schema, importTask);

export const equipment = schema.table(
  'equipment',
  {
    ...recordColumns(),
    equipmentCode: text().notNull(),
    name: text().notNull(),
    description: text(),
    manufacturer: text(),
    model: text(),
    category: text(),
    capacity: amount(),
    capacityUnit: text(),
    currency: text().notNull(),
    hourlyRate: amount(),
    dailyRate: amount(),
    weeklyRate: amount(),
    monthlyRate: amount(),
    rentalHoursPerDay: amount().notNull(),
    rentalHoursPerWeek: amount().notNull(),
    rentalHoursPerMonth: amount().notNull(),
    fuelType: text().notNull(),
    fuelConsumptionPerHour: amount(),
    operatingCostPerHour: amount(),
    standbyPercent: amount().notNull(),
    operatorRequired: boolean().notNull(),
    operatorIncluded: boolean().notNull(),
    operatorTradeCode: text(),
    operatorLaborDesignation: text(),
    operatorSince: time().notNull().defaultNow(),
    mobilizationCost: amount(),
    demobilizationCost: amount(),
    ownership: text(),
    weight: amount(),
    powerRating: amount(),
    isActive: boolean().notNull(),
  },
  (table) => [
    uniqueIndex('equipment_equipment_code_key').on(sql`lower(${table.equipmentCode} collate pg_c_utf8)`),
    index('equipment_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
    index('equipment_operator_trade_code_idx').on(sql`lower(${table.operatorTradeCode} collate pg_c_utf8)`),
  ],
);

export const equipmentTag = schema.table(
  'equipment_tag',
  {
    ...recordColumns(),
    projectId: uuid().notNull(),
    equipmentId: uuid()
      .notNull()
      .references(() => equipment.id),
    tagNumber: text().notNull(),
    description: text(),
    supplier: text(),
    quoteReference: text(),
    currency: text().notNull(),
    hourlyRate: amount(),
    dailyRate: amount(),
    weeklyRate: amount(),
    monthlyRate: amount(),
    rentalHoursPerDay: amount(),
    rentalHoursPerWeek: amount(),
    rentalHoursPerMonth: amount(),
    fuelConsumptionPerHour: amount(),
    operatingCostPerHour: amount(),
    standbyPercent: amount(),
    mobilizationCost: amount(),
    demobilizationCost: amount(),
    quantity: amount().notNull(),
    onHireDate: date(),
    offHireDate: date(),
    remarks: text(),
    isDefault: boolean().notNull(),
    isActive: boolean().notNull(),
  },
  (table) => [
    uniqueIndex('equipment_tag_project_id_tag_number_key').on(
      table.projectId,
      sql`lower(${table.tagNumber} collate pg_c_utf8)`,
    ),
    uniqueIndex('equipment_tag_project_id_equipment_id_key')
      .on(table.projectId, table.equipmentId)
      .where(sql`${table.isDefault}`),
    index('equipment_tag_project_id_idx').on(table.projectId, table.createdAt.desc().nullsFirst()),
    index('equipment_tag_equipment_id_idx').on(table.equipmentId, table.projectId),
  ],
);

const treeOf = (projectId: AnyPgColumn) =>
  sql`coalesce(${projectId}, '00000000-0000-0000-0000-000000000000')`;

/**
 * Universal items have no project (resources.md 13). `path` is for people only, since a code may contain its separator.
 */
export const wbsItem = schema.table(
  'wbs_item',
  {
    ...recordColumns(),
    scope: text().notNull(),
    projectId: uuid(),
    code: text().notNull(),
    name: text().notNull(),
    parentId: uuid().references((): AnyPgColumn => wbsItem.id),
    description: text(),
    discipline: text(),
    unitOfMeasure: text(),
    costType: text(),
    costAccount: text(),
    responsible: text(),
    budgetHours: amount(),
    budgetCost: amount(),
    sourceWbsId: uuid().references((): AnyPgColumn => wbsItem.id),
    sortOrder: bigint({ mode: 'number' }),
    isActive: boolean().notNull(),
    level: smallint().notNull(),
    path: text().notNull(),
  },
  (table) => [
    uniqueIndex('wbs_item_project_id_code_key').on(
      treeOf(table.projectId),
      sql`lower(${table.code} collate pg_c_utf8)`,
    ),
    index('wbs_item_project_id_sort_order_idx').on(
      treeOf(table.projectId),
      table.sortOrder,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('wbs_item_parent_id_idx').on(table.parentId, treeOf(table.projectId)),
    index('wbs_item_source_wbs_id_idx').on(table.sourceWbsId).where(sql`${table.sourceWbsId} is not null`),
  ],
);
