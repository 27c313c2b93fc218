import { commonFields } from '../fields/registry';
import { columnName } from './takeoff-line-columns';

/** The columns that hold the values of a line, in the table of lines and in that of copied lines. */
export const valueColumns: readonly string[] = [
  ...commonFields.map(({ key }) => columnName(key)),
  'attributes',
];

/** The columns without which an added line could not be shown and summed up. */
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

/** Of lines that count: the sums of each discipline, WBS code and unit of measure, as the columns of `SumGroup`. */
export const sumColumns = `discipline, wbs_code as "wbsCode", unit_of_measure as "unitOfMeasure",
  count(*)::int as lines, sum(quantity)::text as quantity,
  coalesce(sum(total_man_hours), 0)::text as "totalManHours", coalesce(sum(total_cost), 0)::text as "totalCost"`;

/** Lines with status void or scopeType excluded do not count (resources.md 15.5). */
export const countsInSums = `status is distinct from 'void' and scope_type is distinct from 'excluded'`;
