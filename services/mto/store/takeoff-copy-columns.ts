import { commonFields } from '../fields/registry';
import { columnName } from './takeoff-line-columns';

export const valueColumns: readonly string[] = [
  ...commonFields.map(({ key }) => columnName(key)),
  'attributes',
];

export const shownColumns: readonly string[] = [
  'projectId',
  'serviceId',
  'discipline',
  'itemNumber',
  'tag',
  'description',
  'unitOfMeasure',
  'wbsCode',
  'quantity',
  'totalManHours',
  'totalCost',
  'status',
  'scopeType',
].map(columnName);

export const sumColumns = `discipline, wbs_code as "wbsCode", unit_of_measure as "unitOfMeasure",
  count(*)::int as lines, sum(quantity)::text as quantity,
  coalesce(sum(total_man_hours), 0)::text as "totalManHours", coalesce(sum(total_cost), 0)::text as "totalCost"`;

export const countsInSums = `status is distinct from 'void' and scope_type is distinct from 'excluded'`;
