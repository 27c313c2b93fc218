import { recordColumns } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { amount, schema } from './pg-schema';
import { trade } from './trade';

const loweredCopy = (column: string) =>
  text().generatedAlwaysAs(sql.raw(`lower("${column}" collate pg_c_utf8)`));

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
    index('rate_card_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
    // Cards of a filter in the order of the list.
    index('rate_card_trade_id_created_at_idx').on(
      table.tradeId,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('rate_card_place_id_created_at_idx').on(
      table.placeId,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('rate_card_year_created_at_idx').on(table.year, table.createdAt.desc().nullsFirst(), table.id),
    index('rate_card_quarter_created_at_idx').on(
      table.quarter,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    index('rate_card_project_type_key_created_at_idx').on(
      table.projectTypeKey,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
    // Small ones, out of which the many cards of a filter are counted.
    index('rate_card_year_idx').on(table.year),
    index('rate_card_quarter_idx').on(table.quarter),
    index('rate_card_project_type_key_idx').on(table.projectTypeKey),
  ],
);

export const rateCardCount = schema.table(
  'rate_card_count',
  {
    tradeId: uuid()
      .notNull()
      .references(() => trade.id, { onDelete: 'cascade' }),
    placeId: integer()
      .notNull()
      .references(() => place.id),
    cards: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tradeId, table.placeId] })],
);
