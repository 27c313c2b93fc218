import { type HistoryOf, historyRoutes, noteHistoryRoutes } from '@consulting/kernel/http';
import type { Ctx } from '../../domain/context';

const ofTable = { id: 'id', nested: '', hidden: [] };
const items = { ...ofTable, table: 'wbs_item', hidden: ['level', 'path'] };
const equipment = { ...ofTable, table: 'equipment', hidden: ['operator_since'] };

/** Tables and hidden columns must agree with the triggers of the migration `history`. */
export const recordTypes: HistoryOf[] = [
  { records: { ...equipment, recordType: 'equipment', code: ['equipment_code'], label: ['name'] } },
  {
    records: {
      ...ofTable,
      recordType: 'equipment-tags',
      table: 'equipment_tag',
      namedBy: { column: 'equipment_id', records: equipment },
      refers: [{ column: 'equipment_id', records: equipment, as: { equipmentCode: 'equipment_code' } }],
      code: ['tag_number'],
      label: ['description', 'name'],
    },
  },
  {
    records: {
      ...items,
      recordType: 'wbs',
      refers: [{ column: 'parent_id', records: items, as: { parentCode: 'code' }, keepsId: true }],
      code: ['code'],
      label: ['name'],
    },
  },
];

export const history = [...historyRoutes<Ctx>(recordTypes), ...noteHistoryRoutes<Ctx>(recordTypes)];
