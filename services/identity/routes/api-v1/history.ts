import { type HistoryOf, historyRoutes, noteHistoryRoutes } from '@consulting/kernel/http';
import type { Ctx } from '../../domain/context';

const keys = {
  table: 'api_key',
  id: 'id',
  nested: '',
  hidden: ['key_hash', 'key_prefix', 'last_used_at'],
};

const grants = { table: 'access_grant', id: 'id', nested: '', hidden: [] };

// The tables and their hidden columns must agree with the triggers of the migrations `history` and `grants`.
export const recordTypes: HistoryOf[] = [
  {
    role: 'Contributor',
    records: {
      recordType: 'api-keys',
      ...keys,
      refers: [{ column: 'parent_id', records: keys, as: { parentName: 'name' }, keepsId: true }],
      code: [],
      label: ['name'],
    },
  },
  {
    role: 'Contributor',
    records: { recordType: 'grants', ...grants, code: [], label: ['subject_name'] },
  },
];

export const history = [...historyRoutes<Ctx>(recordTypes), ...noteHistoryRoutes<Ctx>(recordTypes)];
