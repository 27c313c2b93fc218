import { kernelTables, recordColumns } from '@consulting/shared/store/tables';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { including, loweredCopy } from './schema-parts';

// Not exported: the migrator creates the schema itself.
const schema = pgSchema('crews_rates');

const amount = () => numeric({ mode: 'number' });

export const { outbox, inbox, idempotencyKey } = kernelTables(schema);

/** A trade in one labour designation (resources.md 7). Crews and rate cards refer to it by id, so a new name is theirs too. */
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

/** Where rate cards are valid, each place once in the form in which it is compared; null is the whole of what is above it. */
export const place = schema.table(
  'place',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    country: text().notNull(),
    region: text(),
    province: text(),
  },
  (table) => [
    unique('place_country_region_province_key')
      .on(table.country, table.region, table.province)
      .nullsNotDistinct(),
  ],
);

/** A rate card (rates.md 2.1); its figures are computed when it is read. */
export const rateCard = schema.table(
  'rate_card',
  {
    ...recordColumns(),
    tradeId: uuid()
      .notNull()
      .references(() => trade.id),
    placeId: integer()
      .notNull()
      .references(() => place.id),
    country: text().notNull(),
    region: text(),
    province: text(),
    year: integer().notNull(),
    quarter: text().$type<'Q1' | 'Q2' | 'Q3' | 'Q4'>().notNull(),
    projectType: text(),
    projectTypeKey: loweredCopy('project_type'),
    currency: text().notNull(),
    baseWage: amount().notNull(),
    shiftPremiumPerHour: amount().notNull(),
    overtimeMultiplier: amount().notNull(),
    doubleTimeMultiplier: amount().notNull(),
    dailyStraightTimeLimit: amount(),
    weeklyStraightTimeLimit: amount(),
    dailyDoubleTimeAfter: amount(),
    sixthDayRule: text().$type<'normal' | 'overtime' | 'double'>().notNull(),
    seventhDayRule: text().$type<'normal' | 'overtime' | 'double'>().notNull(),
    hoursPerShift: amount().notNull(),
    daysPerWeek: integer().notNull(),
    vacationHolidayPercent: amount().notNull(),
    fringeBasis: text().$type<'hours-worked' | 'hours-paid'>().notNull(),
    healthWelfarePerHour: amount().notNull(),
    pensionPerHour: amount().notNull(),
    trainingFundPerHour: amount().notNull(),
    industryFundPerHour: amount().notNull(),
    otherFringePerHour: amount().notNull(),
    socialSecurityPercent: amount().notNull(),
    unemploymentInsurancePercent: amount().notNull(),
    employerHealthTaxPercent: amount().notNull(),
    otherPayrollTaxPercent: amount().notNull(),
    workersCompPercent: amount().notNull(),
    workersCompBasis: text().$type<'gross' | 'straight-time'>().notNull(),
    generalLiabilityPercent: amount().notNull(),
    perDiemPerDay: amount().notNull(),
    perDiemBasis: text().$type<'worked-day' | 'calendar-day'>().notNull(),
    smallToolsPercent: amount().notNull(),
    consumablesPercent: amount().notNull(),
    ppePerHour: amount().notNull(),
    unionStatus: text().$type<'union' | 'open-shop' | 'direct-hire' | 'labour-supply'>(),
    agreementReference: text(),
    source: text(),
    effectiveFrom: date(),
    effectiveTo: date(),
    isActive: boolean().notNull(),
    remarks: text(),
  },
  (table) => [
    unique('rate_card_trade_id_place_id_year_quarter_project_type_key')
      .on(table.tradeId, table.placeId, table.year, table.quarter, table.projectTypeKey)
      .nullsNotDistinct(),
    index('rate_card_list_idx').on(
      table.createdAt.desc().nullsFirst(),
      including(table.id, [table.tradeId, table.placeId, table.year, table.quarter, table.projectTypeKey]),
    ),
    index('rate_card_place_id_idx').on(
      table.placeId,
      table.createdAt.desc().nullsFirst(),
      including(table.id, [table.tradeId, table.year, table.quarter, table.projectTypeKey]),
    ),
  ],
);

/** A universal crew (resources.md 8). */
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
  /** Place in the array as it was sent. */
  position: integer().notNull(),
  quantity: amount().notNull(),
  sequence: integer(),
  remarks: text(),
});

/** Persons of a trade in a crew (rates.md 6.1). */
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

/** Machines of a crew (rates.md 6.1). */
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

/** Crews of a service with the rates that its takeoff lines take; null rates while a crew is incomplete. */
export const serviceCrew = schema.table(
  'service_crew',
  {
    ...recordColumns(),
    projectId: uuid().notNull(),
    serviceId: uuid().notNull(),
    crewCode: text().notNull(),
    name: text(),
    /** A snapshot: it keeps the trades as they were called when it was made. */
    labourMembers: jsonb().$type<ServiceCrewTrade[]>().notNull().default([]),
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

interface ServiceCrewTrade {
  tradeCode: string;
  laborDesignation: string;
  quantity: number;
}
