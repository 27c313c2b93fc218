import { type Operator, type ReviewCheck, reviewChecks } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { isOfProject } from '../rows/directory';
import { isCounted } from '../rows/figures';
import { currentLines, type LineSource, line, wholeOf } from '../rows/line-source';
import { type ComparingCheck, factsFor } from './line-facts';

export interface ReviewScope {
  projectId: string;
  serviceId: string | null;
  source?: LineSource;
}

// The planner knows nothing of these keys. What is in an array is looked up in a hash table, whatever it expects.
const isAmong = (value: string, found: SQL): SQL =>
  sql`coalesce(${sql.raw(value)} in (select unnest(array(${found}))), false)`;

const isTwin = isAmong(
  'twin_key',
  sql`select twin_key from line_fact where twin_key is not null group by twin_key having count(*) > 1`,
);

const unusualShare = 0.05;

// A name with fewer lines, or with one unit, has no unit that is unusual; most names are left out so.
const hasUnusualUnit = (key: 'code_key' | 'text_key'): SQL => {
  const [named, inUnit, share] = [sql.raw(key), sql.raw(`${key} # unit_key`), sql.raw(String(unusualShare))];
  return isAmong(
    `${key} # unit_key`,
    sql`select ${inUnit} from (
        select ${named}, unit_key, count(*) as lines, sum(count(*)) over (partition by ${named}) as all_lines
        from line_fact where ${isAmong(
          key,
          sql`select ${named} from line_fact where ${named} is not null
            group by ${named} having min(unit_key) <> max(unit_key) and count(*) * ${share} > 1`,
        )} group by ${named}, unit_key) as of_unit
      where lines < all_lines * ${share}`,
  );
};

const linesComparedMin = 8;
const deviationsMax = 5 * 1.4826;
// Rounded amounts of equal prices differ by less.
const distanceMin = 0.01;

const medianOf = (value: string): SQL =>
  sql.raw(
    `avg(${value}) filter (where place in ((lines + 1) / 2, (lines + 2) / 2)) over (partition by like_key)`,
  );

// Windows need no join, whose cost the planner could not know.
function outliers(value: 'unit_hours' | 'unit_price'): SQL {
  const inOrder = (by: string) =>
    sql.raw(`row_number() over (partition by like_key order by ${by}) as place`);
  return sql`(
    select id, service_id, total_cost, distance, ${medianOf('distance')} as usual_distance from (
      select id, service_id, total_cost, like_key, lines, distance, ${inOrder('distance')} from (
        select id, service_id, total_cost, like_key, lines, abs(value - ${medianOf('value')}) as distance from (
          select id, service_id, total_cost, like_key, ${sql.raw(value)} as value, ${inOrder(value)},
            count(*) over (partition by like_key) as lines
          from line_fact where ${sql.raw(value)} is not null) as placed
        where lines >= ${sql.raw(String(linesComparedMin))}) as apart) as placed) as compared
    where distance > greatest(usual_distance * ${sql.raw(String(deviationsMax))}, ${sql.raw(String(distanceMin))})`;
}

const found: Readonly<Record<ComparingCheck, SQL>> = {
  DUPLICATE_LINES: sql`line_fact where ${isTwin}`,
  UNIT_UNUSUAL: sql`line_fact where ${hasUnusualUnit('code_key')} or ${hasUnusualUnit('text_key')}`,
  OUTLIER_HOURS: outliers('unit_hours'),
  OUTLIER_PRICE: outliers('unit_price'),
};

// FROM and WHERE over `line_fact`, the counted lines with `factsFor` the check: those that it finds, with id, service_id and total_cost.
export const foundBy = (check: ComparingCheck): SQL => found[check];

export const countedIn = ({ projectId, serviceId, source = currentLines }: ReviewScope): SQL =>
  sql`${wholeOf(source)} where ${isOfProject(line.projectId, projectId)} and ${isCounted}
    ${serviceId === null ? sql`` : sql`and ${line.serviceId} = ${serviceId}::uuid`}`;

const isUnknown = (code: string, isMatched: string): SQL =>
  sql`(${isCounted} and ${sql.raw(`takeoff_line.${code} is not null and not takeoff_line.${isMatched}`)})`;

const isOutsideHistory = sql`(${isCounted} and takeoff_line.pricing is not null
  and jsonb_path_exists(takeoff_line.pricing, '$.*[6] ? (@ == true)'))`;

function isFoundBy(check: ReviewCheck, scope: ReviewScope): SQL {
  if (check === 'UNKNOWN_WBS') return isUnknown('wbs_code', 'wbs_matched');
  if (check === 'UNKNOWN_CREW') return isUnknown('crew_code', 'crew_rate_matched');
  if (check === 'OUTSIDE_HISTORY') return isOutsideHistory;
  return isAmong(
    'takeoff_line.id',
    sql`with line_fact as materialized (
        select takeoff_line.id, takeoff_line.service_id, takeoff_line.total_cost, ${factsFor([check])}
        from ${countedIn(scope)})
      select id from ${foundBy(check)}`,
  );
}

// A condition on `reviewCheck` holds for a line when it holds for one of the checks that find the line.
export function reviewHolds(operator: Operator, checks: readonly ReviewCheck[], scope: ReviewScope): SQL {
  const isEmptiness = operator === 'isEmpty' || operator === 'isNotEmpty';
  const holds = sql.join(
    (isEmptiness ? reviewChecks : checks).map((check) => isFoundBy(check, scope)),
    sql` or `,
  );
  const isNegated = operator === 'isEmpty' || operator === 'notEquals' || operator === 'notIn';
  return isNegated ? sql`not (${holds})` : sql`(${holds})`;
}
