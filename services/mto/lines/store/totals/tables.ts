import { type Cell, commonPosition, type Line } from '@consulting/mto-engine';
import { indicatorKeys, totalKeys } from '../rows/figures';

/** Triggers update these sums in the transaction of each change (migration `totals`); an import adds those of its lines itself. */
export interface TotalTable {
  name: string;
  keys: readonly string[];
  sums: readonly string[];
  isByCounted: boolean;
}

export const ownerKeys = ['projectId', 'serviceId'] as const;

const byCode = (name: string, key: string): TotalTable => ({
  name,
  keys: [key],
  sums: totalKeys,
  isByCounted: true,
});

export const totalTables: readonly TotalTable[] = [
  {
    name: 'takeoff_discipline_total',
    keys: ['discipline', 'status', 'scopeType', 'unitOfMeasure'],
    sums: ['quantity', ...totalKeys, ...indicatorKeys],
    isByCounted: false,
  },
  byCode('takeoff_wbs_total', 'wbsCode'),
  byCode('takeoff_crew_total', 'crewCode'),
];

export const itemTable = 'takeoff_item_total';
export const itemBlockBits = 12;

/** The table has a row for each key and epoch. */
export const versionTable = (table: string): string => table.replace('takeoff_', 'takeoff_version_');

export const itemBlock = (itemNumber: Cell): number | null =>
  itemNumber === null ? null : Math.floor(Number(itemNumber) / 2 ** itemBlockBits);

const statusAt = commonPosition('status');
const scopeAt = commonPosition('scopeType');

export const isLineCounted = (line: Line): boolean =>
  line[statusAt] !== 'void' && line[scopeAt] !== 'excluded';
