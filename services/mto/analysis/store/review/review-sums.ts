import type { Database } from '@consulting/kernel/postgres';
import {
  type Criteria,
  comparingChecks,
  countedIn,
  factsFor,
  foundBy,
  meets,
  type ReviewScope,
} from '@consulting/mto-lines';
import { type SQL, sql } from 'drizzle-orm';
import { type DisciplineSums, measureColumns, readSums, sumsByDiscipline } from './measures';

type Comparing = (typeof comparingChecks)[number];

export interface Found {
  lines: number;
  amount: string;
}

// Lines of one import that were priced by the same books.
export interface LineGroup extends Found {
  taskId: string | null;
  books: string[];
}

export interface ServiceSums {
  serviceId: string;
  lines: number;
  amount: string;
  overridden: string;
  // By check.
  found: Record<string, Found>;
  sources: LineGroup[];
}

const origins = ['quantity_source', 'price_source', 'crew_code'] as const;

// Lines by where their quantities, prices and hours come from, the costliest first.
export type Origins = Record<(typeof origins)[number], (Found & { source: string | null })[]>;

export interface ReviewSums {
  services: ServiceSums[];
  disciplines: DisciplineSums[];
  origins: Origins;
}

const originsMax = 50;

const byOrigin = (name: string): SQL => sql`${name}::text, (
  select coalesce(json_agg(own), '[]') from (
    select ${sql.raw(name)} as source, count(*)::int as lines, coalesce(sum(total_cost), 0)::text as amount
    from line_fact group by 1 order by sum(total_cost) desc nulls last, 1 limit ${originsMax}) as own)`;

const figuresOf = (isFound: SQL): SQL => sql`json_build_object(
  'lines', count(*) filter (where ${isFound}),
  'amount', coalesce(sum(total_cost) filter (where ${isFound}), 0)::text)`;

const isName = (at: number): SQL => sql.raw(`is_${at}`);

const calculatedTotal = sql.raw(
  ['direct', 'indirect', 'escalation', 'contingency', 'markup']
    .map((name) => `coalesce(takeoff_line.${name}_cost, 0)`)
    .join(' + '),
);

// Every line is read once; what compares lines with each other reads the few columns that it needs again.
export async function findReviewSums(
  db: Database,
  scope: ReviewScope,
  checks: ReadonlyMap<string, Criteria>,
): Promise<ReviewSums> {
  const conditions = [...checks.values()].map(
    (criteria, at) => sql`coalesce(${meets(criteria, scope) ?? sql`true`}, false) as ${isName(at)}`,
  );
  const figures = [...checks.keys()].map((code, at) => sql`${code}::text, ${figuresOf(isName(at))}`);
  const [row] = await db.execute<{ found: string }>(sql`
    with line_fact as materialized (
      select takeoff_line.id, takeoff_line.service_id, takeoff_line.total_cost, takeoff_line.import_task_id,
        ${sql.raw(origins.map((name) => `takeoff_line.${name}`).join(', '))}, ${measureColumns},
        case when takeoff_line.pricing is null then '[]' else jsonb_path_query_array(takeoff_line.pricing, '$.*[0]') end as books,
        case when takeoff_line.total_cost_override is not null then takeoff_line.total_cost - (${calculatedTotal}) end
          as overridden,
        ${sql.join(conditions, sql`, `)}, ${factsFor(comparingChecks)}
      from ${countedIn(scope)})
    select json_build_object(
      'services', (select coalesce(json_agg(own), '[]') from (
        select service_id as "serviceId", count(*)::int as lines, coalesce(sum(total_cost), 0)::text as amount,
          coalesce(sum(overridden), 0)::text as overridden, json_build_object(${sql.join(figures, sql`, `)}) as found
        from line_fact group by service_id order by service_id) as own),
      'sources', (select coalesce(json_agg(own), '[]') from (
        select service_id as "serviceId", import_task_id as "taskId", books, count(*)::int as lines,
          coalesce(sum(total_cost), 0)::text as amount
        from line_fact where import_task_id is not null or books <> '[]' group by service_id, import_task_id, books) as own),
      'disciplines', ${sumsByDiscipline},
      'origins', json_build_object(${sql.join(origins.map(byOrigin), sql`, `)}),
      'compared', json_build_object(${sql.join(comparingChecks.map(comparedBy), sql`, `)}))::text as found`);
  if (row === undefined) throw new RangeError('an aggregate has one row');
  const found: FoundSums = JSON.parse(row.found);
  const services = found.services.map((own) => ({
    ...own,
    found: { ...own.found, ...foundIn(found.compared, own.serviceId) },
    sources: found.sources.filter(({ serviceId }) => serviceId === own.serviceId),
  }));
  return { services, disciplines: readSums(found.disciplines), origins: found.origins };
}

interface FoundSums {
  services: Omit<ServiceSums, 'sources'>[];
  sources: (LineGroup & { serviceId: string })[];
  disciplines: Record<string, string>[];
  origins: Origins;
  compared: Record<Comparing, (Found & { serviceId: string })[]>;
}

const comparedBy = (check: Comparing): SQL => sql`${check}::text, (
  select coalesce(json_agg(own), '[]') from (
    select service_id as "serviceId", count(*)::int as lines, coalesce(sum(total_cost), 0)::text as amount
    from ${foundBy(check)} group by service_id) as own)`;

function foundIn(compared: FoundSums['compared'], serviceId: string): Record<string, Found> {
  const own = Object.entries(compared).map(([check, services]) => {
    const { lines = 0, amount = '0' } = services.find((one) => one.serviceId === serviceId) ?? {};
    return [check, { lines, amount }] as const;
  });
  return Object.fromEntries(own);
}
