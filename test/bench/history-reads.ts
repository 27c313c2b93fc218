import type { Pair, Side } from './history-pair';
import { loadLines } from './history-writes';
import { percentile } from './percentile';

const operationCount = 10_000;
const largeCount = 200_000;
const changesPerOperation = 980;
const requests = 60;
const warmUp = 5;

/**
 * The import of two hundred thousand lines, and ten thousand operations with ten million changes of them; one line is
 * changed by every operation.
 */
async function fill({ silent, target }: Side): Promise<void> {
  await silent`truncate mto.history_operation, mto.history_change`;
  await silent`
    insert into mto.history_operation (id, at, by, kind, record_type, project_id, service_id, created, created_in_range, created_first, created_last)
    select gen_random_uuid(), now() - make_interval(secs => (${operationCount}::int + 1) * 60), 'Person 0', 'import', 'takeoff-lines',
      ${target.projectId}::uuid, ${target.serviceId}::uuid, ${largeCount}::int, ${largeCount}::int,
      (select id from mto.takeoff_line order by id limit 1), (select id from mto.takeoff_line order by id desc limit 1)`;
  await silent`
    insert into mto.history_operation (id, at, by, kind, record_type, project_id, service_id, updated, layouts)
    select gen_random_uuid(), now() - make_interval(secs => (${operationCount}::int - n) * 60), 'Person ' || n % 20,
      case when n % 4 = 0 then 'import' when n % 4 = 1 then 'update' else 'bulk-edit' end, 'takeoff-lines',
      ${target.projectId}::uuid, case when n % 3 = 0 then gen_random_uuid() else ${target.serviceId}::uuid end,
      case when n = ${operationCount}::int / 2 then ${largeCount}::int else ${changesPerOperation + 1}::int end,
      '[["quantity", "install_quantity", "total_cost"]]'
    from generate_series(1, ${operationCount}::int) as n order by n`;
  await silent`create temporary table numbered as
    select id, row_number() over (order by id) - 1 as number from mto.takeoff_line`;
  await silent`create unique index on numbered (number)`;
  await silent`analyze numbered`;
  await silent`
    insert into mto.history_change (at, operation, record_id, action, version, layout, fields)
    select o.at, o.position, line.id, 'u', 2, 0, jsonb_build_array(1, 2, line.number, 3, 10.25, 11.5)
    from (select *, row_number() over (order by position) as n from mto.history_operation where created = 0) as o
      cross join lateral (select id, number from numbered
        where n <> ${operationCount}::int / 2 and number >= 1 + (n * ${changesPerOperation}::int) % ${largeCount - changesPerOperation}::int
          and number < 1 + (n * ${changesPerOperation}::int) % ${largeCount - changesPerOperation}::int + ${changesPerOperation}::int
        union all select id, number from numbered where number = 0 or n = ${operationCount}::int / 2 and number > 0) as line
    order by o.position`;
  await silent`vacuum analyze mto.history_change`;
  await silent`vacuum analyze mto.history_operation`;
  await silent`checkpoint`;
}

export async function benchHistoryReads({ on }: Pair): Promise<void> {
  await loadLines(on);
  const started = performance.now();
  await fill(on);
  const { silent } = on;
  const [counts] = await silent<{ operations: number; changes: number; bytes: string }[]>`
    select (select count(*)::int from mto.history_operation where created = 0) as operations, (select count(*)::int from mto.history_change) as changes,
      (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'mto.history_change'::regclass) as bytes`;
  console.log(
    `${counts?.operations} operations, ${counts?.changes} changes of ${Math.round(Number(counts?.bytes) / 2 ** 20)} MiB after ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  await readsOf(on);
}

async function readsOf(side: Side): Promise<void> {
  const { silent, target } = side;
  const [first] = await silent<{ id: string }[]>`select id from mto.takeoff_line order by id limit 1`;
  const [usual] = await silent<
    { id: string }[]
  >`select id from mto.takeoff_line order by id offset 5000 limit 1`;
  const [large] = await silent<
    { id: string }[]
  >`select id from mto.history_operation where updated = ${largeCount}::int`;
  const [imported, old] = await silent<
    { id: string }[]
  >`select id from mto.history_operation order by position limit 2`;
  const [middle] = await silent<{ from: Date; to: Date }[]>`
    select percentile_disc(0.4) within group (order by at) as from, percentile_disc(0.6) within group (order by at) as to from mto.history_operation`;
  const list = `/api/v1/history/takeoff-lines?projectId=${target.projectId}`;
  const detail = `/api/v1/history/takeoff-lines/${large?.id}`;
  const created = `/api/v1/history/takeoff-lines/${imported?.id}`;
  const queries: Record<string, string> = {
    'no filter': '/api/v1/history/takeoff-lines',
    projectId: list,
    by: `${list}&by=Person%207`,
    kind: `${list}&kind=import`,
    'from and to': `${list}&from=${middle?.from.toISOString()}&to=${middle?.to.toISOString()}`,
    serviceId: `${list}&serviceId=${target.serviceId}`,
    'recordId of a usual line': `${list}&recordId=${usual?.id}`,
    'recordId of a line with 10,000 changes': `${list}&recordId=${first?.id}`,
    'skip 9,000': `${list}&skip=9000&limit=100`,
    'recordId of 10,000 changes, skip 9,000': `${list}&recordId=${first?.id}&skip=9000&limit=100`,
    'oldest operation': `/api/v1/history/takeoff-lines/${old?.id}?limit=100`,
    'operation of 200,000 changes': `${detail}?limit=100`,
    'import of 200,000 lines': `${created}?limit=100`,
    'import of 200,000 lines, skip 190,000': `${created}?skip=190000&limit=100`,
    'operation of 200,000 changes, skip 190,000': `${detail}?skip=190000&limit=100`,
  };
  for (const [name, path] of Object.entries(queries)) await measureRead(side, name, path);
}

async function measureRead({ system }: Side, name: string, path: string): Promise<void> {
  const times: number[] = [];
  for (let at = -warmUp; at < requests; at += 1) {
    const begun = performance.now();
    const response = await system.ask(path);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
    if (at >= 0) times.push(performance.now() - begun);
  }
  console.log(
    `GET history, ${name}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms (at most 50)`,
  );
}
