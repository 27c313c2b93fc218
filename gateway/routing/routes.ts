// Made by `bun run gateway-routes` from the routes of the services.
export const routes = {
  '/v1/clients': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/v1/clients/:clientId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/v1/projects': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/v1/projects/:projectId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/v1/projects/:projectId/indirect-costs': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' } },
  },
  '/v1/projects/:projectId/services': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/v1/projects/:projectId/services/:serviceId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/v1/projects/:projectId/services/:serviceId/estimations': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/v1/projects/:projectId/services/:serviceId/estimations/:estimationId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' } },
  },
  '/api/v1/projects': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/projects/:projectId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/projects/:projectId/services': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/services/:serviceId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/projects/:projectId/subcontractors': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/projects/:projectId/subcontractors/import': {
    service: 'clients-projects',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/projects/:projectId/subcontractors/import/async': {
    service: 'clients-projects',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/projects/:projectId/subcontractors/template': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' } },
  },
  '/api/v1/projects/:projectId/subcontractors/export': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader', kind: 'bulk' } },
  },
  '/api/v1/projects/:projectId/subcontractors/:subcontractorId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/history/clients': { service: 'clients-projects', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/clients/:operationId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' } },
  },
  '/api/v1/history/projects': { service: 'clients-projects', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/projects/:operationId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' } },
  },
  '/api/v1/history/services': { service: 'clients-projects', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/services/:operationId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' } },
  },
  '/api/v1/history/estimations': { service: 'clients-projects', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/estimations/:operationId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' } },
  },
  '/api/v1/history/indirect-costs': { service: 'clients-projects', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/indirect-costs/:operationId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' } },
  },
  '/api/v1/history/subcontractors': { service: 'clients-projects', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/subcontractors/:operationId': {
    service: 'clients-projects',
    methods: { GET: { role: 'Reader' } },
  },
  '/v1/crew-trades': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/v1/crew-trades/:tradeId': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/v1/crew-members': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/v1/crew-members/bulk-import': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/v1/crew-members/roll-forward': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor', kind: 'bulk' } },
  },
  '/v1/crew-members/:memberId': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/v1/crews': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/v1/crews/:crewId': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/v1/crews/:crewId/duplicate': { service: 'crews-rates', methods: { POST: { role: 'Contributor' } } },
  '/v1/projects/:projectId/import-crew': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor' } },
  },
  '/v1/projects/:projectId/crew-rates': { service: 'crews-rates', methods: { POST: { role: 'Reader' } } },
  '/v1/projects/:projectId/services/:serviceId/reprice': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor', kind: 'bulk' } },
  },
  '/api/v1/crews/trades/template': { service: 'crews-rates', methods: { GET: { role: 'Reader' } } },
  '/api/v1/crews/trades/export': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader', kind: 'bulk' } },
  },
  '/api/v1/crews/trades/import': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/crews/trades/import/async': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/crews/trades': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/crews/trades/:tradeCode': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, PATCH: { role: 'Contributor' } },
  },
  '/api/v1/crews/trades/:tradeCode/dependencies': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' } },
  },
  '/api/v1/crews/trades/:tradeCode/cascade': {
    service: 'crews-rates',
    methods: { DELETE: { role: 'Contributor' } },
  },
  '/api/v1/crews/members': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/crews/members/template': { service: 'crews-rates', methods: { GET: { role: 'Reader' } } },
  '/api/v1/crews/members/export': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader', kind: 'bulk' } },
  },
  '/api/v1/crews/members/import': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/crews/members/import/async': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/crews/members/:memberId': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, PATCH: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/crews/template': { service: 'crews-rates', methods: { GET: { role: 'Reader' } } },
  '/api/v1/crews/export': { service: 'crews-rates', methods: { GET: { role: 'Reader', kind: 'bulk' } } },
  '/api/v1/crews/import': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/crews/import/async': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/crews': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/crews/:crewId': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, PATCH: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/crews/:crewId/duplicate': { service: 'crews-rates', methods: { POST: { role: 'Contributor' } } },
  '/api/v1/service-crews': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/service-crews/bulk': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor', kind: 'bulk' } },
  },
  '/api/v1/service-crews/:serviceCrewId': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/service-crews/:serviceCrewId/recalculate': {
    service: 'crews-rates',
    methods: { POST: { role: 'Contributor' } },
  },
  '/api/v1/service-crews/service/:serviceId/all': {
    service: 'crews-rates',
    methods: { DELETE: { role: 'Contributor' } },
  },
  '/api/v1/history/trades': { service: 'crews-rates', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/trades/:operationId': { service: 'crews-rates', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/rate-cards': { service: 'crews-rates', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/rate-cards/:operationId': { service: 'crews-rates', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/crews': { service: 'crews-rates', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/crews/:operationId': { service: 'crews-rates', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/service-crews': { service: 'crews-rates', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/service-crews/:operationId': {
    service: 'crews-rates',
    methods: { GET: { role: 'Reader' } },
  },
  '/v1/projects/:projectId/services/:serviceId/estimations/:estimationId/restore': {
    service: 'mto',
    methods: { POST: { role: 'Contributor' } },
  },
  '/api/v1/mto': { service: 'mto', methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } } },
  '/api/v1/mto/search': { service: 'mto', methods: { POST: { role: 'Reader' } } },
  '/api/v1/mto/:mtoId': {
    service: 'mto',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/mto/fields': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/mto/aggregate': { service: 'mto', methods: { POST: { role: 'Reader' } } },
  '/api/v1/mto/what-if': { service: 'mto', methods: { POST: { role: 'Reader' } } },
  '/api/v1/mto/bulk': {
    service: 'mto',
    methods: { POST: { role: 'Contributor', kind: 'bulk' }, PATCH: { role: 'Contributor', kind: 'bulk' } },
  },
  '/api/v1/mto/bulk-edit': { service: 'mto', methods: { POST: { role: 'Contributor', kind: 'bulk' } } },
  '/api/v1/mto/bulk-delete': { service: 'mto', methods: { POST: { role: 'Contributor', kind: 'bulk' } } },
  '/api/v1/mto/export': {
    service: 'mto',
    methods: { GET: { role: 'Reader', kind: 'bulk' }, POST: { role: 'Reader', kind: 'bulk' } },
  },
  '/api/v1/mto/template': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/mto/import/async': { service: 'mto', methods: { POST: { role: 'Contributor', kind: 'upload' } } },
  '/api/v1/mto/imports': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/mto/import/status/:taskId': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/mto/import/status/:taskId/cancel': { service: 'mto', methods: { POST: { role: 'Contributor' } } },
  '/api/v1/mto/import/status/:taskId/survey': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/mto/import/status/:taskId/workbook': {
    service: 'mto',
    methods: { GET: { role: 'Reader', kind: 'bulk' } },
  },
  '/api/v1/mto/import/status/:taskId/events': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/mto/import/status/:taskId/events/ticket': {
    service: 'mto',
    methods: { POST: { role: 'Reader' } },
  },
  '/api/v1/mto/import/status/:taskId/errors': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/import-profiles': {
    service: 'mto',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/import-profiles/:profileId': {
    service: 'mto',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/mto/project/:projectId/summary': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/mto/project/:projectId/wbs-summary': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/mto/project/:projectId/report': {
    service: 'mto',
    methods: { GET: { role: 'Reader', kind: 'bulk' } },
  },
  '/api/v1/mto/project/:projectId/disciplines': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/mto/project/:projectId/distinct-values/:field': {
    service: 'mto',
    methods: { GET: { role: 'Reader' } },
  },
  '/api/v1/mto/project/:projectId/compare': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/takeoff-lines': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/takeoff-lines/:operationId': { service: 'mto', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/takeoff-lines/:operationId/undo': {
    service: 'mto',
    methods: { POST: { role: 'Contributor', kind: 'bulk' } },
  },
  '/api/v1/equipment': {
    service: 'equipment-wbs',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/equipment/template': { service: 'equipment-wbs', methods: { GET: { role: 'Reader' } } },
  '/api/v1/equipment/export': {
    service: 'equipment-wbs',
    methods: { GET: { role: 'Reader', kind: 'bulk' } },
  },
  '/api/v1/equipment/import': {
    service: 'equipment-wbs',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/equipment/import/async': {
    service: 'equipment-wbs',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/equipment/:equipmentCode': {
    service: 'equipment-wbs',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/equipment-tags': {
    service: 'equipment-wbs',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/equipment-tags/:tagId': {
    service: 'equipment-wbs',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/wbs': {
    service: 'equipment-wbs',
    methods: { GET: { role: 'Reader' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/wbs/template': { service: 'equipment-wbs', methods: { GET: { role: 'Reader' } } },
  '/api/v1/wbs/export': { service: 'equipment-wbs', methods: { GET: { role: 'Reader', kind: 'bulk' } } },
  '/api/v1/wbs/import': {
    service: 'equipment-wbs',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/wbs/import/async': {
    service: 'equipment-wbs',
    methods: { POST: { role: 'Contributor', kind: 'upload' } },
  },
  '/api/v1/wbs/:wbsId': {
    service: 'equipment-wbs',
    methods: { GET: { role: 'Reader' }, PUT: { role: 'Contributor' }, DELETE: { role: 'Contributor' } },
  },
  '/api/v1/history/equipment': { service: 'equipment-wbs', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/equipment/:operationId': {
    service: 'equipment-wbs',
    methods: { GET: { role: 'Reader' } },
  },
  '/api/v1/history/equipment-tags': { service: 'equipment-wbs', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/equipment-tags/:operationId': {
    service: 'equipment-wbs',
    methods: { GET: { role: 'Reader' } },
  },
  '/api/v1/history/wbs': { service: 'equipment-wbs', methods: { GET: { role: 'Reader' } } },
  '/api/v1/history/wbs/:operationId': { service: 'equipment-wbs', methods: { GET: { role: 'Reader' } } },
  '/api/v1/api-keys': {
    service: 'identity',
    methods: { GET: { role: 'Contributor' }, POST: { role: 'Contributor' } },
  },
  '/api/v1/api-keys/:keyId': { service: 'identity', methods: { DELETE: { role: 'Contributor' } } },
  '/api/v1/history/api-keys': { service: 'identity', methods: { GET: { role: 'Contributor' } } },
  '/api/v1/history/api-keys/:operationId': { service: 'identity', methods: { GET: { role: 'Contributor' } } },
} as const;
