import { exampleIds } from '@consulting/kernel/schema';

export interface ExampleRequest {
  /** Method and path as the document writes them. */
  operation: string;
  query?: string;
  /** What differs from the example, because its code or combination exists already. */
  changes?: object;
  /** The record of the examples that this request makes. */
  makes?: keyof typeof exampleIds;
}

/** Which record a parameter of a path names. */
export const recordOf: Record<string, keyof typeof exampleIds> = {
  clientId: 'client',
  projectId: 'project',
  serviceId: 'service',
  estimationId: 'estimation',
  templateId: 'estimateTemplate',
  subcontractorId: 'subcontractor',
  tradeId: 'trade',
  memberId: 'rateCard',
  crewId: 'crew',
  priceBookId: 'priceBook',
  priceRowId: 'priceRow',
  serviceCrewId: 'serviceCrew',
  mtoId: 'line',
  tagId: 'tag',
  wbsId: 'wbs',
  profileId: 'importProfile',
  viewId: 'view',
  noteId: 'note',
  grantId: 'grant',
  operationId: 'operation',
};

const project: ExampleRequest[] = [
  { operation: 'post /v1/clients', makes: 'client' },
  { operation: 'put /v1/clients/{clientId}' },
  { operation: 'post /api/v1/estimate-sheets', makes: 'estimateTemplate' },
  { operation: 'put /api/v1/estimate-sheets/{templateId}' },
  { operation: 'post /api/v1/notes/{recordType}', makes: 'note' },
  { operation: 'put /api/v1/notes/{recordType}/{noteId}' },
  { operation: 'post /api/v1/import-profiles', makes: 'importProfile' },
  { operation: 'put /api/v1/import-profiles/{profileId}' },
  { operation: 'post /v1/projects', makes: 'project' },
  { operation: 'put /v1/projects/{projectId}' },
  { operation: 'post /api/v1/projects', changes: { projectCode: 'BOR-0002' } },
  { operation: 'put /api/v1/projects/{projectId}', query: `clientId=${exampleIds.client}` },
  { operation: 'put /v1/projects/{projectId}/indirect-costs' },
  { operation: 'post /v1/projects/{projectId}/services', makes: 'service' },
  { operation: 'put /v1/projects/{projectId}/services/{serviceId}' },
  { operation: 'post /api/v1/projects/{projectId}/services' },
  { operation: 'put /api/v1/services/{serviceId}' },
  { operation: 'post /v1/projects/{projectId}/services/{serviceId}/estimations', makes: 'estimation' },
  { operation: 'post /api/v1/mto/views', makes: 'view' },
  { operation: 'put /api/v1/mto/views/{viewId}' },
  { operation: 'post /api/v1/projects/{projectId}/subcontractors', makes: 'subcontractor' },
  { operation: 'put /api/v1/projects/{projectId}/subcontractors/{subcontractorId}' },
  { operation: 'post /api/v1/projects/{projectId}/subcontractors/import' },
];

const catalogues: ExampleRequest[] = [
  { operation: 'post /v1/crew-trades', makes: 'trade' },
  { operation: 'put /v1/crew-trades/{tradeId}' },
  { operation: 'patch /api/v1/crews/trades/{tradeCode}' },
  { operation: 'post /v1/crew-trades', changes: { laborDesignation: 'Foreman' } },
  { operation: 'post /api/v1/crews/trades', changes: { tradeCode: 'CRAN' } },
  { operation: 'post /v1/crew-members', makes: 'rateCard' },
  { operation: 'post /v1/crew-members/roll-forward' },
  { operation: 'put /v1/crew-members/{memberId}' },
  { operation: 'post /api/v1/crews/members', changes: { laborDesignation: 'Foreman' } },
  { operation: 'patch /api/v1/crews/members/{memberId}' },
  { operation: 'post /api/v1/equipment', makes: 'equipment' },
  { operation: 'put /api/v1/equipment/{equipmentCode}' },
  { operation: 'post /api/v1/equipment-tags', makes: 'tag' },
  { operation: 'put /api/v1/equipment-tags/{tagId}' },
  { operation: 'post /api/v1/wbs', changes: { wbsCode: '50', parentCode: null } },
  { operation: 'post /api/v1/wbs', makes: 'wbs' },
  { operation: 'put /api/v1/wbs/{wbsId}' },
  { operation: 'post /api/v1/api-keys', makes: 'apiKey' },
  { operation: 'post /api/v1/access/grants', makes: 'grant' },
  { operation: 'put /api/v1/access/grants/{grantId}' },
];

const priceBooks: ExampleRequest[] = [
  { operation: 'post /api/v1/price-books', makes: 'priceBook' },
  { operation: 'patch /api/v1/price-books/{priceBookId}' },
  { operation: 'post /api/v1/price-books/{priceBookId}/rows', makes: 'priceRow' },
  { operation: 'patch /api/v1/price-books/{priceBookId}/rows/bulk' },
  { operation: 'patch /api/v1/price-books/{priceBookId}/rows/{priceRowId}' },
  { operation: 'post /api/v1/price-books/{priceBookId}/duplicate' },
  { operation: 'post /api/v1/price-books/{priceBookId}/roll-forward' },
];

const crews: ExampleRequest[] = [
  { operation: 'post /v1/crews', makes: 'crew' },
  { operation: 'put /v1/crews/{crewId}' },
  { operation: 'post /api/v1/crews', changes: { code: 'PF-09' } },
  { operation: 'patch /api/v1/crews/{crewId}' },
  { operation: 'post /v1/crews/{crewId}/duplicate' },
  { operation: 'post /api/v1/crews/{crewId}/duplicate', changes: { newCode: 'PF-01M' } },
  { operation: 'post /v1/projects/{projectId}/crew-rates' },
  { operation: 'post /api/v1/service-crews', makes: 'serviceCrew', changes: { crewCode: 'PF-03' } },
  { operation: 'put /api/v1/service-crews/{serviceCrewId}' },
  { operation: 'post /api/v1/service-crews/bulk' },
  { operation: 'post /v1/projects/{projectId}/import-crew' },
  { operation: 'post /v1/projects/{projectId}/services/{serviceId}/reprice' },
];

const version = '/v1/projects/{projectId}/services/{serviceId}/estimations/{estimationId}';

const takeoff: ExampleRequest[] = [
  { operation: 'put /v1/projects/{projectId}/services/{serviceId}/class' },
  { operation: `put ${version}/basis` },
  { operation: `put ${version}/sheet` },
  { operation: `put ${version}`, changes: { status: 'in-review' } },
  { operation: 'post /api/v1/mto', makes: 'line' },
  { operation: 'put /api/v1/mto/{mtoId}', query: `projectId=${exampleIds.project}` },
  { operation: 'put /api/v1/mto/project/{projectId}/presence' },
  { operation: 'post /api/v1/mto/search' },
  { operation: 'post /api/v1/mto/aggregate' },
  { operation: 'post /api/v1/mto/what-if' },
  { operation: 'post /api/v1/mto/reconcile' },
  { operation: 'put /api/v1/mto/project/{projectId}/review/{code}' },
  { operation: 'post /api/v1/mto/price' },
  { operation: 'post /api/v1/price-books/from-lines' },
  { operation: 'post /api/v1/mto/bulk' },
  { operation: 'post /api/v1/mto/bulk-edit' },
  { operation: 'patch /api/v1/mto/bulk' },
  { operation: 'post /api/v1/mto/export' },
  { operation: 'post /api/v1/mto/bulk-delete' },
  { operation: `post ${version}/restore`, makes: 'operation' },
  { operation: 'post /api/v1/history/takeoff-lines/{operationId}/undo' },
];

/** Every request with a JSON body that the API describes, in an order in which all of them can be made. */
export const exampleRequests: readonly ExampleRequest[] = [
  ...project,
  ...catalogues,
  ...priceBooks,
  ...crews,
  ...takeoff,
];
