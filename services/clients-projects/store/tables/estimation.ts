import { recordColumns, time } from '@consulting/kernel/postgres';
import { date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { client } from './client';
import type { EstimateSheet, SheetFigures } from './estimate-sheet';
import { amount, schema } from './pg-schema';
import { projectService } from './project-service';

export const estimation = schema.table(
  'estimation',
  {
    ...recordColumns(),
    serviceId: uuid()
      .notNull()
      .references(() => projectService.id, { onDelete: 'cascade' }),
    projectId: uuid().notNull(),
    versionNumber: integer().notNull(),
    versionLabel: text().notNull(),
    name: text().notNull(),
    description: text(),
    status: text().notNull(),
    estimateClass: text(),
    estimatePurpose: text(),
    estimateMethod: text(),
    baseDate: date(),
    accuracyLowPercent: amount(),
    accuracyHighPercent: amount(),
    currency: text().notNull(),
    exchangeRates: jsonb().$type<{ currency: string; rate: number }[]>(),
    indirectAmount: amount().notNull(),
    ownersCostAmount: amount().notNull(),
    escalationPercent: amount(),
    contingencyPercent: amount(),
    managementReservePercent: amount(),
    assumptions: jsonb().$type<string[]>(),
    exclusions: jsonb().$type<string[]>(),
    basisOfEstimate: text(),
    sourceEstimationId: uuid(),
    preparedBy: text(),
    reviewedBy: text(),
    approver: text(),
    submittedBy: text(),
    submittedById: text(),
    submittedAt: time(),
    approvedBy: text(),
    approvedAt: time(),
    approvalComment: text(),
    basisSections: jsonb().$type<Record<string, string>>(),
    sheet: jsonb().$type<EstimateSheet>(),
    frozen: jsonb().$type<{ totals: unknown; byDiscipline: unknown[]; sheet?: SheetFigures }>(),
    frozenIndirectCosts: jsonb().$type<object>(),
    frozenCrewRates: jsonb().$type<FrozenCrewRates[]>(),
  },
  (table) => [
    uniqueIndex('estimation_service_id_version_number_key').on(table.serviceId, table.versionNumber),
  ],
);

interface FrozenCrewRates {
  serviceCrewId: string;
  crewCode: string;
  name: string | null;
  status: string;
  crewSize: number | null;
  labourRate: number | null;
  equipmentRate: number | null;
}

export const estimateTemplate = schema.table(
  'estimate_template',
  {
    ...recordColumns(),
    clientId: uuid()
      .notNull()
      .references(() => client.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text(),
    items: jsonb().$type<EstimateSheet['items']>().notNull(),
    bidSpread: jsonb().$type<EstimateSheet['bidSpread']>(),
  },
  (table) => [
    index('estimate_template_client_id_idx').on(table.clientId, table.createdAt.desc().nullsFirst()),
  ],
);
