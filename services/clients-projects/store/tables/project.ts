import { recordColumns, time } from '@consulting/kernel/postgres';
import { date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { client } from './client';
import { amount, ignoringCase, schema } from './pg-schema';

export const project = schema.table(
  'project',
  {
    ...recordColumns(),
    clientId: uuid()
      .notNull()
      .references(() => client.id),
    code: text().notNull(),
    name: text().notNull(),
    description: text(),
    status: text().notNull(),
    projectType: text(),
    industrySector: text(),
    contractType: text(),
    country: text(),
    region: text(),
    province: text(),
    city: text(),
    siteAddress: text(),
    latitude: amount(),
    longitude: amount(),
    year: integer(),
    quarter: text(),
    currency: text().notNull(),
    unitSystem: text().notNull(),
    siteCondition: text(),
    startDate: date(),
    mechanicalCompletionDate: date(),
    endDate: date(),
    capacity: text(),
    budgetAmount: amount(),
    projectManager: text(),
    clientReference: text(),
    tags: jsonb().$type<string[]>(),
    remarks: text(),
  },
  (table) => [
    uniqueIndex('project_client_id_code_key').on(table.clientId, ignoringCase(table.code)),
    index('project_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
  ],
);

type CostEntries = Record<string, { percentage: number; amount: number | null }>;

export const indirectCosts = schema.table('indirect_costs', {
  projectId: uuid()
    .primaryKey()
    .references(() => project.id, { onDelete: 'cascade' }),
  version: integer().notNull().default(1),
  workWeek: jsonb().$type<{ hoursPerDay?: number; daysPerWeek?: number; shift?: string }>().notNull(),
  labour: jsonb().$type<CostEntries>().notNull(),
  equipment: jsonb().$type<CostEntries>().notNull(),
  fuelPrices: jsonb().$type<Record<string, number>>().notNull(),
  exchangeRates: jsonb().$type<{ currency: string; rate: number; date: string | null }[]>().notNull(),
  basisNotes: text(),
  createdAt: time().notNull().defaultNow(),
  updatedAt: time().notNull().defaultNow(),
  createdBy: text().notNull(),
  updatedBy: text().notNull(),
});

export const ofProject = () =>
  uuid()
    .notNull()
    .references(() => project.id, { onDelete: 'cascade' });
