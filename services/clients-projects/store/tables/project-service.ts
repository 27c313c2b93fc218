import type { maturities } from '@consulting/kernel/contracts/estimation';
import { recordColumns, time } from '@consulting/kernel/postgres';
import { date, index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, ignoringCase, schema } from './pg-schema';
import { ofProject } from './project';

export const projectService = schema.table(
  'project_service',
  {
    ...recordColumns(),
    projectId: ofProject(),
    serviceType: text().notNull(),
    name: text().notNull(),
    code: text().notNull(),
    description: text(),
    status: text().notNull(),
    startDate: date(),
    dueDate: date(),
    completedAt: time(),
    approvedAt: time(),
    approvedBy: text(),
    leadConsultant: text(),
    team: jsonb().$type<string[]>(),
    feeType: text(),
    feeAmount: amount(),
    feeCurrency: text(),
    budgetHours: amount(),
    actualHours: amount(),
    clientReference: text(),
    remarks: text(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    deliverables: jsonb().$type<{ key: string; maturity: (typeof maturities)[number] }[]>(),
  },
  (table) => [
    uniqueIndex('project_service_project_id_code_key').on(table.projectId, ignoringCase(table.code)),
    index('project_service_project_id_idx').on(table.projectId, table.createdAt.desc().nullsFirst()),
  ],
);
