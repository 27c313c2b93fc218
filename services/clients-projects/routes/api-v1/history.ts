import { historyRoutes } from '@consulting/kernel/http/history/routes';
import type { Ctx } from '../../context';

const ofTable = { id: 'id', nested: '', hidden: [] };

/** What each record type is named by; tables and hidden columns as their triggers are told (migration `history`). */
export const history = historyRoutes<Ctx>([
  { records: { ...ofTable, recordType: 'clients', table: 'client', code: ['code'], label: ['name'] } },
  { records: { ...ofTable, recordType: 'projects', table: 'project', code: ['code'], label: ['name'] } },
  {
    records: {
      ...ofTable,
      recordType: 'services',
      table: 'project_service',
      nested: 'details',
      code: ['code'],
      label: ['name'],
    },
  },
  {
    records: {
      ...ofTable,
      recordType: 'estimations',
      table: 'estimation',
      hidden: ['frozen', 'frozen_indirect_costs', 'frozen_crew_rates'],
      code: ['version_label'],
      label: ['name'],
    },
  },
  {
    records: {
      ...ofTable,
      recordType: 'indirect-costs',
      table: 'indirect_costs',
      id: 'project_id',
      code: [],
      label: [],
    },
  },
  {
    records: {
      ...ofTable,
      recordType: 'subcontractors',
      table: 'subcontractor',
      code: ['code'],
      label: ['name'],
    },
  },
]);
