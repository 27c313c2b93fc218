import type { ListTask } from '@consulting/imports/list/list-task';
import { importTables, importTaskColumns, importTaskIndexes } from '@consulting/imports/store/tables';
import { kernelTables, recordColumns, time } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

// Not exported: the migrator creates the schema itself.
const schema = pgSchema('clients_projects');

const amount = () => numeric({ mode: 'number' });

const ignoringCase = (column: AnyPgColumn) => sql`lower(${column} collate pg_c_utf8)`;

const ofProject = () =>
  uuid()
    .notNull()
    .references(() => project.id, { onDelete: 'cascade' });

export const { outbox, inbox, deadLetter, idempotencyKey } = kernelTables(schema);

export const importTask = schema.table('import_task', importTaskColumns<ListTask>(), importTaskIndexes);

export const { importFileChunk, importFailedRow } = importTables(schema, importTask);

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
  },
  (table) => [
    uniqueIndex('project_service_project_id_code_key').on(table.projectId, ignoringCase(table.code)),
    index('project_service_project_id_idx').on(table.projectId, table.createdAt.desc().nullsFirst()),
  ],
);

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
    frozen: jsonb().$type<{ totals: unknown; byDiscipline: unknown[] }>(),
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
