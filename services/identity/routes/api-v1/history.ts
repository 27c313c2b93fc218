import { historyRoutes } from '@consulting/kernel/http';
import type { Ctx } from '../../domain/context';

const keys = {
  table: 'api_key',
  id: 'id',
  nested: '',
  hidden: ['key_hash', 'key_prefix', 'last_used_at'],
};

/** The table and its hidden columns must agree with the trigger of the migration `history`. */
export const history = historyRoutes<Ctx>([
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
]);
