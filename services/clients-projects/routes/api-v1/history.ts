import { type HistoryOf, historyRoutes, noteHistoryRoutes } from '@consulting/kernel/http';
import type { Ctx } from '../../domain/context';

const ofTable = { id: 'id', nested: '', hidden: [] };
const clients = { ...ofTable, table: 'client' };
const projects = { ...ofTable, table: 'project' };
const services = { ...ofTable, table: 'project_service', nested: 'details' };

const ofClient = { column: 'client_id', records: clients, as: { clientCode: 'code' }, keepsId: true };
const ofProject = { column: 'project_id', records: projects, as: { projectCode: 'code' }, keepsId: true };
const ofService = { column: 'service_id', records: services, as: { serviceCode: 'code' }, keepsId: true };

/** Tables and hidden columns must agree with the triggers of the migration `history`. */
export const recordTypes: HistoryOf[] = [
  { records: { ...clients, recordType: 'clients', code: ['code'], label: ['name'] } },
  {
    records: { ...projects, recordType: 'projects', refers: [ofClient], code: ['code'], label: ['name'] },
    projectColumn: 'id',
  },
  { records: { ...services, recordType: 'services', refers: [ofProject], code: ['code'], label: ['name'] } },
  {
    records: {
      ...ofTable,
      recordType: 'estimations',
      table: 'estimation',
      refers: [ofProject, ofService],
      hidden: ['frozen', 'frozen_indirect_costs', 'frozen_crew_rates', 'submitted_by_id'],
      code: ['version_label'],
      label: ['name'],
    },
  },
  {
    records: {
      ...ofTable,
      recordType: 'estimate-sheets',
      table: 'estimate_template',
      refers: [ofClient],
      code: ['name'],
      label: ['name'],
    },
  },
  {
    records: {
      ...ofTable,
      recordType: 'indirect-costs',
      table: 'indirect_costs',
      id: 'project_id',
      namedBy: { column: 'project_id', records: projects },
      refers: [ofProject],
      code: ['code'],
      label: ['name'],
    },
  },
  {
    records: {
      ...ofTable,
      recordType: 'subcontractors',
      table: 'subcontractor',
      refers: [ofProject],
      code: ['code'],
      label: ['name'],
    },
  },
];

export const history = [...historyRoutes<Ctx>(recordTypes), ...noteHistoryRoutes<Ctx>(recordTypes)];
