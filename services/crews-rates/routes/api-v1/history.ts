import { type HistoryOf, historyRoutes, noteHistoryRoutes } from '@consulting/kernel/http';
import type { Ctx } from '../../domain/context';

const ofTable = { id: 'id', nested: '', hidden: [] };
const trades = { ...ofTable, table: 'trade' };
const crews = { ...ofTable, table: 'crew' };

const books = { ...ofTable, table: 'price_book', hidden: ['row_count', 'statistics'] };

const tradeNames = { tradeCode: 'trade_code', laborDesignation: 'labor_designation' };
const ofTrade = { column: 'trade_id', records: trades, as: tradeNames, keepsId: true };

const projectCrews = {
  ...ofTable,
  table: 'project_crew',
  hidden: ['snapshot', 'equipment_keys'],
  namedBy: { column: 'crew_id', records: crews },
  refers: [{ column: 'crew_id', records: crews, as: { crewCode: 'code' }, keepsId: true }],
};

/** Tables and hidden columns must agree with the triggers of the migration `history`. */
export const recordTypes: HistoryOf[] = [
  { records: { ...trades, recordType: 'trades', code: ['trade_code'], label: ['labor_designation'] } },
  {
    records: {
      ...ofTable,
      recordType: 'rate-cards',
      table: 'rate_card',
      hidden: ['place_id', 'project_type_key'],
      namedBy: { column: 'trade_id', records: trades },
      refers: [ofTrade],
      code: ['trade_code'],
      label: [['labor_designation', 'country', 'region', 'province', 'year', 'quarter', 'project_type']],
    },
  },
  {
    records: {
      ...crews,
      recordType: 'crews',
      others: [projectCrews],
      parts: { labourMembers: ofTrade },
      code: ['code'],
      label: ['name'],
    },
  },
  { records: { ...books, recordType: 'price-books', code: ['code'], label: ['name'] } },
  {
    records: {
      ...ofTable,
      recordType: 'price-rows',
      table: 'price_row',
      hidden: ['statistics'],
      namedBy: { column: 'book_id', records: books },
      refers: [{ column: 'book_id', records: books, as: { priceBook: 'code' }, keepsId: true }],
      code: ['row_code'],
      label: ['description', 'target'],
    },
  },
  {
    records: {
      ...ofTable,
      recordType: 'service-crews',
      table: 'service_crew',
      hidden: [
        'snapshot',
        'crew_size',
        'labour_rate_per_man_hour',
        'equipment_rate_per_man_hour',
        'country',
        'trade_keys',
        'equipment_keys',
      ],
      refers: [{ column: 'crew_id', records: crews, as: { universalCrewCode: 'code' }, keepsId: true }],
      code: ['crew_code'],
      label: ['name', 'description'],
    },
  },
];

export const history = [...historyRoutes<Ctx>(recordTypes), ...noteHistoryRoutes<Ctx>(recordTypes)];
