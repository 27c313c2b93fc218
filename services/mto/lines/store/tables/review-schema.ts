import { recordColumns } from '@consulting/kernel/postgres';
import { index, integer, numeric, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { schema } from './pg-schema';

// What people decided on a check of the review of a service, with what the check had found at that moment.
export const reviewDecision = schema.table(
  'review_decision',
  {
    ...recordColumns(),
    projectId: uuid().notNull(),
    serviceId: uuid().notNull(),
    code: text().notNull(),
    state: text().$type<'active' | 'dismissed' | 'off'>().notNull(),
    reason: text(),
    count: integer().notNull(),
    amount: numeric().notNull(),
  },
  (table) => [
    uniqueIndex('review_decision_service_id_code_key').on(table.serviceId, table.code),
    index('review_decision_project_id_idx').on(table.projectId),
  ],
);
