import { fixed } from '@consulting/kernel/postgres';
import { and, type SQL, sql } from 'drizzle-orm';
import { isCounted } from '../rows/figures';
import { currentLines, type LineSource, line, wholeOf } from '../rows/line-source';
import { type Criteria, conditionsOf, meets } from '../search/matching';
import type { JsonStatement } from '../tables/json-statement';
import { haveLines, totalsFor } from '../totals/totals';
import { type SummaryScope, scopeOf } from './summary';

export interface LinePart {
  lines: number;
  labourCost: string;
  materialCost: string;
  freightCost: string;
  equipmentCost: string;
  subcontractCost: string;
  totalCost: string;
}

const nothing: LinePart = {
  lines: 0,
  labourCost: '0',
  materialCost: '0',
  freightCost: '0',
  equipmentCost: '0',
  subcontractCost: '0',
  totalCost: '0',
};

const summedKeys = [
  'labourCost',
  'materialCost',
  'freightCost',
  'importDutyCost',
  'salesTaxCost',
  'equipmentCost',
  'subcontractCost',
  'totalCost',
] as const;

const sumOf = (...keys: (typeof summedKeys)[number][]): SQL =>
  sql`(${sql.join(
    keys.map((key) => sql`coalesce(sum(${line[key]}), 0)`),
    sql` + `,
  )})::text`;

const sums = fixed(sql`
  ${sumOf('labourCost')} as "labourCost", ${sumOf('materialCost')} as "materialCost",
  ${sumOf('freightCost', 'importDutyCost', 'salesTaxCost')} as "freightCost",
  ${sumOf('equipmentCost')} as "equipmentCost", ${sumOf('subcontractCost')} as "subcontractCost",
  ${sumOf('totalCost')} as "totalCost"`);

// A part without criteria takes every line that is left, one that is null none.
export type PartCriteria = Criteria | null;

// Every line is in the first part whose criteria it meets; the lines that meet none are in no part.
export function sumParts(
  scope: SummaryScope,
  parts: readonly PartCriteria[],
  source: LineSource = currentLines,
): JsonStatement<LinePart[]> {
  const branches = parts.map((criteria, at) => {
    const isMet = criteria === null ? sql`false` : (meets(criteria) ?? sql`true`);
    return sql`when ${isMet} then ${sql.raw(String(at))}`;
  });
  const totals = totalsOf(scope, parts, source);
  const statement = sql`
    select coalesce(json_agg(part), '[]') from (
      select place, ${totals ? sql`sum(lines)` : sql`count(*)`}::int as lines, ${sums} from (
        select takeoff_line.*, case ${sql.join(branches, sql` `)} end as place
        from ${totals ?? wholeOf(source)} where ${and(scopeOf(scope), isCounted)}) as takeoff_line
      where place is not null group by place ${totals ? sql`having ${haveLines}` : sql``}) as part`;
  return {
    statement: parts.length === 0 ? sql`select '[]'::json` : statement,
    read: (found) => {
      const known = new Map((found as (LinePart & { place: number })[]).map((one) => [one.place, one]));
      return parts.map((_, at) => asText(known.get(at)));
    },
  };
}

function asText(part: (LinePart & { place?: number }) | undefined): LinePart {
  if (!part) return nothing;
  const { place: _, ...figures } = part;
  return figures;
}

function totalsOf(
  { projectId, serviceId }: SummaryScope,
  parts: readonly PartCriteria[],
  source: LineSource,
): SQL | undefined {
  if (projectId === null) return undefined;
  const keys = parts.flatMap((one) => (one ? [...conditionsOf(one)].map(({ field }) => field.key) : []));
  return totalsFor({ projectId, serviceId, discipline: null, source }, [...new Set(keys)], summedKeys);
}
