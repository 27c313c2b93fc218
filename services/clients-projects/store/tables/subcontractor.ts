import { recordColumns } from '@consulting/kernel/postgres';
import { boolean, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, ignoringCase, schema } from './pg-schema';
import { ofProject } from './project';

export const subcontractor = schema.table(
  'subcontractor',
  {
    ...recordColumns(),
    projectId: ofProject(),
    code: text().notNull(),
    name: text().notNull(),
    scopeOfWork: text(),
    disciplines: jsonb().$type<string[]>(),
    contactName: text(),
    contactEmail: text(),
    contactPhone: text(),
    address: text(),
    city: text(),
    province: text(),
    country: text(),
    registrationNumber: text(),
    taxNumber: text(),
    licenceNumber: text(),
    status: text().notNull(),
    prequalified: boolean(),
    contractNumber: text(),
    contractType: text(),
    bidAmount: amount(),
    contractAmount: amount(),
    approvedChanges: amount(),
    paidToDate: amount(),
    currency: text().notNull(),
    retainagePercent: amount(),
    bondingCapacity: amount(),
    insuranceExpiryDate: date(),
    startDate: date(),
    endDate: date(),
    experienceModificationRate: amount(),
    incidentRate: amount(),
    rating: integer(),
    remarks: text(),
  },
  (table) => [
    uniqueIndex('subcontractor_project_id_code_key').on(table.projectId, ignoringCase(table.code)),
    index('subcontractor_project_id_idx').on(table.projectId, table.createdAt.desc().nullsFirst()),
  ],
);
