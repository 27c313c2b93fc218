import { recordList } from '@consulting/imports/list/record-list';
import { tradeInput } from './trade-fields';

export const tradeList = recordList({
  name: 'trade',
  title: 'Trades',
  path: '/api/v1/crews/trades',
  fields: tradeInput.fields,
  labels: { laborDesignation: 'Labour Designation', isSupervisory: 'Supervisory', isActive: 'Active' },
  headers: {
    trade: 'tradeCode',
    code: 'tradeCode',
    designation: 'laborDesignation',
    labourDesignation: 'laborDesignation',
    classification: 'laborDesignation',
    name: 'tradeName',
    discipline: 'disciplines',
  },
  requiredColumns: ['tradeCode', 'laborDesignation'],
  example: {
    tradeCode: 'PIPF',
    laborDesignation: 'Journeyman',
    tradeName: 'Pipefitter',
    description: 'Fits, aligns and bolts up pipe',
    disciplines: 'piping; mechanical_equipment',
    skillLevel: 'skilled',
    isSupervisory: false,
    sortOrder: 20,
    isActive: true,
  },
});
