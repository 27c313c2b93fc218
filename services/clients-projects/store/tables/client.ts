import { recordColumns } from '@consulting/kernel/postgres';
import { index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ignoringCase, schema } from './pg-schema';

export const client = schema.table(
  'client',
  {
    ...recordColumns(),
    code: text().notNull(),
    name: text().notNull(),
    legalName: text(),
    industry: text(),
    clientType: text(),
    status: text().notNull(),
    contactName: text(),
    contactEmail: text(),
    contactPhone: text(),
    contactPosition: text(),
    contacts: jsonb().$type<Contact[]>(),
    addressLine1: text(),
    addressLine2: text(),
    city: text(),
    province: text(),
    postalCode: text(),
    country: text(),
    website: text(),
    taxNumber: text(),
    defaultCurrency: text(),
    paymentTermsDays: integer(),
    accountManager: text(),
    remarks: text(),
  },
  (table) => [
    uniqueIndex('client_code_key').on(ignoringCase(table.code)),
    index('client_created_at_idx').on(table.createdAt.desc().nullsFirst(), table.id),
  ],
);

interface Contact {
  name: string | null;
  position: string | null;
  email: string | null;
  phone: string | null;
  role: string | null;
}
