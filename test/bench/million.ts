import { findSearchField } from '@consulting/mto-engine/fields/search-field';
import { readCriteria } from '@consulting/mto-lines/domain/search/criteria';
import { meets } from '@consulting/mto-lines/store/search/matching';
import { order, orderKeys } from '@consulting/mto-lines/store/search/order';
import { searchValue } from '@consulting/mto-lines/store/search/value';
import { commonFields } from '@consulting/takeoff-fields/common';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import postgres, { type Sql } from 'postgres';
import { answerForWbs } from './aggregate';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answered, timeOf } from './measure';
import { addToTotals, copyRows, createTakeoff, type Takeoff } from './million-lines';
import { benchBusyStart } from './million-start';
import { percentile } from './percentile';
import { mebibytes } from './process-cost';
import { condition, type Random, randomSearch, seededRandom } from './search-requests';
import { takeoffRows } from './takeoff-rows';

const lineCount = Number(process.env.BENCH_LINES ?? 1_000_000);
const usersCount = 4;
/** Requests of each user, of each kind; with 0 only the start is measured. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 25);
const pageLines = 20;

/** What a kind of request may take at most: milliseconds, or parts of the time of the bare statements. */
interface Bound {
  of: 'p50' | 'p95' | 'bare';
  most: number;
}

interface Kind {
  name: string;
  bound: Bound;
  /** A request and the plainest statements that answer it. */
  draw(random: Random): { ask: () => Promise<Response>; bare: readonly SQL[] };
}

/** One project of a million lines, asked by four users at once, beside the same users with bare statements. */
export async function benchMillion(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  const bus = answerForWbs(system.natsUrl);
  const users = postgres(system.databaseUrl, { max: usersCount, connection: { search_path: 'mto' } });
  try {
    const client = await system.create('/v1/clients', { code: 'BENCH', name: 'Benchmark' });
    const takeoff = await createTakeoff(system, String(client.id), lineCount);
    const copied = await copyRows(system, 'mto.takeoff_line', takeoffRows(takeoff));
    const added = await addToTotals(system, [takeoff]);
    console.log(
      `load of ${lineCount} lines by COPY: ${copied.toFixed(1)} s, and ${added.toFixed(1)} s for their totals: ${((added + copied) / copied).toFixed(2)} (at most 1.10)`,
    );
    await system.sql`vacuum (freeze, analyze) mto.takeoff_line`;
    await system.sql`checkpoint`;
    await benchBusyStart(system, takeoff, usersCount);
    await searchUntilSettled(system, takeoff);
    for (const kind of rounds > 0 ? kindsOf(system, takeoff) : []) await measureKind(users, kind);
    console.log(`memory of the takeoff service: ${mebibytes(system.mtoPid, 'VmRSS')} MiB`);
  } finally {
    await users.end();
    await bus.close();
    await system.stop();
  }
}

const settledMsMax = 120_000;
const pauseMs = 2000;

/** The first search of a project is answered by the table, and lets its columns be read; prints how long both take. */
async function searchUntilSettled(system: BenchSystem, { projectId }: Takeoff): Promise<void> {
  const body = { projectId, sort: [{ field: 'drawingNumber', direction: 'asc' }], limit: pageLines };
  const search = () => timeOf(() => answered(system.post('/api/v1/mto/search', body)));
  const started = performance.now();
  const first = await search();
  let last = first;
  while (last > first / 10 && performance.now() - started < settledMsMax) {
    await Bun.sleep(pauseMs);
    last = await search();
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `first search of the project: ${first.toFixed(0)} ms; from columns ${seconds.toFixed(1)} s later: ${last.toFixed(0)} ms, ${(last / first).toFixed(2)} of it`,
  );
}

function kindsOf(system: BenchSystem, { projectId, count }: Takeoff): Kind[] {
  const own = sql`project_id = ${projectId}`;
  const counted = sql`${own} and status is distinct from 'void' and scope_type is distinct from 'excluded'`;
  const page = (where: SQL, by: SQL, skip = 0) => [
    sql`select count(*) from takeoff_line where ${where}`,
    sql`select * from takeoff_line where ${where} order by ${by} limit ${pageLines} offset ${skip}`,
  ];
  const takeoffOrder = sql`item_number, created_at, id`;
  const get = (path: string) => () => system.ask(`/api/v1/mto${path}`);
  const search = (body: object) => () =>
    system.post('/api/v1/mto/search', { projectId, limit: pageLines, ...body });
  const common = commonFields.filter(({ key }) => !['projectId', 'serviceId', 'discipline'].includes(key));
  const anyCommon = (random: Random) => common[random(common.length)]?.key ?? 'tag';
  const kind = (name: string, of: Bound['of'], most: number, draw: Kind['draw']): Kind => ({
    name,
    bound: { of, most },
    draw,
  });
  const sums = sql.raw(
    [
      'count(*)',
      ...[
        'total_man_hours',
        'labour_cost',
        'material_cost',
        'equipment_cost',
        'subcontract_cost',
        'total_cost',
      ].map((name) => `sum(${name})`),
    ].join(', '),
  );
  const aggregate = (name: string, groupBy: unknown[], columns: string) =>
    kind(`aggregate by ${name}`, 'bare', 1, () => ({
      ask: () => system.post('/api/v1/mto/aggregate', { projectId, groupBy }),
      bare: [
        sql`select ${sql.raw(columns)}, ${sums} from takeoff_line where ${counted} group by ${sql.raw(columns)} order by ${sql.raw(columns)}`,
      ],
    }));
  const searched = (request: { filters?: unknown; sort?: { field: string; direction: string }[] }) => {
    const criteria =
      request.filters === undefined ? null : readCriteria(request.filters, 'filters', null, { faults: [] });
    const sort =
      request.sort?.map(({ field, direction }) => ({
        field: fieldOf(field),
        direction: direction === 'asc' ? ('asc' as const) : ('desc' as const),
      })) ?? [];
    const where = criteria ? sql`${own} and ${meets(criteria)}` : own;
    return { ask: search(request), bare: page(where, order(orderKeys(sort))) };
  };
  return [
    kind('list, any page', 'p95', 50, (random) => {
      const skip = random(count - pageLines);
      return {
        ask: get(`?projectId=${projectId}&limit=${pageLines}&skip=${skip}`),
        bare: page(own, takeoffOrder, skip),
      };
    }),
    kind('search, one condition on any common field', 'p50', 150, (random) =>
      searched({ filters: { conditions: [condition(random, common)] } }),
    ),
    kind('search, sorted by any common field', 'p50', 150, (random) =>
      searched({ sort: [{ field: anyCommon(random), direction: random(2) === 0 ? 'asc' : 'desc' }] }),
    ),
    kind('search of three levels, two sort keys, any fields', 'bare', 1.5, (random) =>
      searched(randomSearch(random)),
    ),
    kind('distinct values of any common field', 'p50', 200, (random) => {
      const key = anyCommon(random);
      const value = searchValue(fieldOf(key));
      return {
        ask: get(`/project/${projectId}/distinct-values/${key}`),
        bare: [sql`select ${value}, count(*) from takeoff_line where ${own} group by 1 order by 1 limit 101`],
      };
    }),
    kind('summary', 'p50', 50, () => ({
      ask: get(`/project/${projectId}/summary`),
      bare: ['discipline', 'wbs_code', 'crew_code'].map(
        (key) => sql`select ${sql.raw(key)}, ${sums} from takeoff_line where ${counted} group by 1`,
      ),
    })),
    kind('disciplines', 'p50', 50, () => ({
      ask: get(`/project/${projectId}/disciplines`),
      bare: [sql`select discipline, count(*) from takeoff_line where ${own} group by 1`],
    })),
    kind('WBS tree', 'p50', 50, () => ({
      ask: get(`/project/${projectId}/wbs-summary`),
      bare: [sql`select wbs_code, ${sums} from takeoff_line where ${counted} group by 1`],
    })),
    aggregate(
      'discipline, status and scope',
      ['discipline', 'status', 'scopeType'],
      'discipline, status, scope_type',
    ),
    aggregate(
      'root of the WBS, discipline and status',
      [{ wbsLevel: 1 }, 'discipline', 'status'],
      'wbs_code, discipline, status',
    ),
    aggregate('area, discipline and system', ['area', 'discipline', 'system'], 'area, discipline, system'),
  ];
}

function fieldOf(key: string) {
  const field = findSearchField(key, null);
  if (!field) throw new RangeError(`${key} is not a field`);
  return field;
}

const dialect = new PgDialect({ casing: 'snake_case' });

async function runBare(users: Sql, statements: readonly SQL[]): Promise<void> {
  for (const statement of statements) {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    await users.unsafe(text, params as never[]);
  }
}

async function measureKind(users: Sql, { name, bound, draw }: Kind): Promise<void> {
  const random = seededRandom(20261123);
  const bare: number[] = [];
  const ours: number[] = [];
  // The first round finds code that is not compiled, plans that are not made and pages that are not read, on both sides.
  for (let round = -1; round < rounds; round += 1) {
    const drawn = Array.from({ length: usersCount }, () => draw(random));
    const bareOfRound = await Promise.all(drawn.map((one) => timeOf(() => runBare(users, one.bare))));
    const oursOfRound = await Promise.all(drawn.map((one) => timeOf(() => answered(one.ask()))));
    if (round < 0) continue;
    bare.push(...bareOfRound);
    ours.push(...oursOfRound);
  }
  const [p50, p95] = [percentile(ours, 0.5), percentile(ours, 0.95)];
  const ratio = p50 / percentile(bare, 0.5);
  const reached = { p50, p95, bare: ratio }[bound.of];
  console.log(
    `${name}: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (${(p95 / p50).toFixed(1)} of p50); bare SQL p50 ${percentile(bare, 0.5).toFixed(0)} ms, ratio ${ratio.toFixed(2)}; ` +
      `${bound.of} ${reached.toFixed(bound.of === 'bare' ? 2 : 0)}, at most ${bound.most}: ${reached <= bound.most ? 'met' : 'MISSED'}`,
  );
}
