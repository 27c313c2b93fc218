import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { identity } from '@consulting/identity/service';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { mto } from '@consulting/mto/service';
import postgres, { type Sql } from 'postgres';
import { createTestDatabase } from '../support/database';
import { partitionTakeoffs } from '../support/partitions';

const services = [clientsProjects, crewsRates, equipmentWbs, identity, mto];
const schemas = services.map(({ name }) => schemaOf(name));

/** Everybody reads these tables, which have no row of a client or project. */
const libraries = [
  ...[
    'trade',
    'crew',
    'crew_labour_member',
    'crew_equipment_member',
    'place',
    'rate_card',
    'rate_card_count',
  ].map((table) => `crews_rates.${table}`),
  'crews_rates.price_book',
  'crews_rates.price_row',
  'equipment_wbs.equipment',
  'mto.price_row_change',
  'mto.takeoff_line_follower',
];

/** Limited callers never reach these tables; the outbox takes events from them and is not read. */
const unreachable = ['inbox', 'dead_letter', 'idempotency_key', 'migration', 'outbox'];
const unreachableOfIdentity = ['identity.access_grant', 'identity.api_key'];

const ofRecords = [
  'project_id',
  'client_id',
  'service_id',
  'estimation_id',
  'record_id',
  'task_id',
  'file_id',
  'operation',
  'operation_id',
];

const own = '00000000-0000-4000-8000-000000000001';
const foreign = '00000000-0000-4000-8000-000000000002';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase(services);
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

interface Table {
  name: string;
  hasRecords: boolean;
  isLimited: boolean;
  mayRead: boolean;
}

const tables = () => sql<Table[]>`
  select format('%s.%s', nspname, relname) as name,
    exists (select from pg_attribute where attrelid = class.oid and attname = any(${ofRecords})) as "hasRecords",
    relrowsecurity and (select count(*) = 2 from pg_policy where polrelid = class.oid and polcmd = '*'
      and polroles in (array[(nspname || '_limited')::regrole::oid], array[(nspname || '_limited_to_one')::regrole::oid])) as "isLimited",
    has_table_privilege(nspname || '_limited', class.oid, 'select')
      or has_table_privilege(nspname || '_limited_to_one', class.oid, 'select') as "mayRead"
  from pg_class class join pg_namespace schema on schema.oid = relnamespace
  where nspname = any(${schemas}) and relkind in ('r', 'p', 'f', 'v', 'm') and not relispartition order by 1`;

const named = (found: readonly Table[]) => found.map(({ name }) => name);

describe('tables of every service', () => {
  test('that name a project, client or record of one have a policy', async () => {
    const found = await tables();
    expect(found.length).toBeGreaterThan(90);
    expect(named(found.filter(({ hasRecords, isLimited }) => hasRecords && !isLimited))).toEqual([]);
  });

  test('that have no policy are libraries or out of reach', async () => {
    const others = (await tables()).filter(({ isLimited }) => !isLimited);
    const known = schemas.flatMap((schema) => unreachable.map((table) => `${schema}.${table}`));
    const closed = others.filter(({ mayRead }) => !mayRead);
    expect(named(others.filter(({ mayRead }) => mayRead))).toEqual(libraries.toSorted());
    const [expected, actual] = [[...known, ...unreachableOfIdentity], named(closed)];
    expect(actual.filter((name) => !expected.includes(name))).toEqual([]);
  });

  test('have no partition that the role reaches by itself', async () => {
    const reached = await sql`
      select relname from pg_class class join pg_namespace schema on schema.oid = relnamespace
      where nspname = any(${schemas}) and relispartition
        and (has_table_privilege(nspname || '_limited', class.oid, 'select, insert, update, delete')
          or has_table_privilege(nspname || '_limited_to_one', class.oid, 'select, insert, update, delete'))`;
    expect([...reached]).toEqual([]);
  });

  test('are not written around by functions of their owner, but by triggers with a search path', async () => {
    const functions = await sql<{ name: string; isTrigger: boolean; isOwners: boolean; hasPath: boolean }[]>`
      select format('%s.%s', nspname, proname) as name, prorettype = 'trigger'::regtype as "isTrigger", prosecdef as "isOwners",
        coalesce(proconfig::text like '%search_path=%', false) as "hasPath"
      from pg_proc join pg_namespace schema on schema.oid = pronamespace where nspname = any(${schemas})`;
    const owners = functions.filter(({ isOwners }) => isOwners);
    const inner = owners.filter(({ isTrigger }) => !isTrigger).map(({ name }) => name);
    const importing = schemas
      .filter((schema) => schema !== 'identity')
      .map((schema) => `${schema}.import_queue`);
    const known = [...schemas.map((schema) => `${schema}.history_only_record`), ...importing];
    expect(inner.toSorted()).toEqual(known.toSorted());
    expect(owners.filter(({ hasPath }) => !hasPath)).toEqual([]);
    const limited = functions.filter(({ isTrigger, isOwners }) => isTrigger && !isOwners);
    expect(limited.map(({ name }) => name)).toEqual(['mto.end_line_prices']);
  });
});

interface Column {
  column: string;
  type: string;
}

const valueOf = ({ column, type }: Column, id: string): unknown => {
  if (type === 'uuid') return id;
  if (type === 'jsonb')
    return JSON.stringify(column === 'parameters' ? { projectId: id, serviceId: id } : {});
  if (/char|text/.test(type)) return type.endsWith('[]') ? '{}' : id === own ? 'a' : 'b';
  if (type.endsWith('[]')) return '{}';
  if (type === 'boolean') return id === own;
  if (/time|date/.test(type)) return '2026-01-01';
  if (type === 'bytea') return '\\x00';
  return id === own ? 1 : 2;
};

/** A row whose every identifier is `id`, so that whatever it belongs to has the same one. */
async function addRow(table: string, id: string): Promise<void> {
  const columns = await sql<Column[]>`
    select attname as column, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and (attnotnull or atttypid = 'uuid'::regtype) and not (atthasdef and atttypid = 'timestamptz'::regtype)`;
  const values = columns.map((column) => valueOf(column, id));
  await sql.unsafe(
    `insert into ${table} (${columns.map(({ column }) => `"${column}"`).join()}) overriding system value
      values (${columns.map(({ type }, at) => `$${at + 1}::text::${type}`).join()})`,
    values.map(String),
  );
}

async function dropChecks(): Promise<void> {
  const checks = await sql<{ statement: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
    join pg_class class on class.oid = conrelid
    where contype = 'c' and not relispartition and connamespace = any(${schemas}::regnamespace[])`;
  for (const { statement } of checks) await sql.unsafe(statement);
}

type Settings = { clients?: string; projects?: string };

const roles = ['limited', 'limited_to_one'];

const countAs = (table: string, { clients, projects }: Settings, role: string) =>
  sql.begin(async (tx) => {
    await tx.unsafe(`set local search_path to ${table.split('.')[0]}`);
    await tx.unsafe(`set local role ${table.split('.')[0]}_${role}`);
    if (clients) await tx`select set_config('consulting.clients', ${`{${clients}}`}, true)`;
    if (projects) await tx`select set_config('consulting.projects', ${`{${projects}}`}, true)`;
    const [row] = await tx.unsafe(`select count(*)::int as count from ${table}`);
    return row?.count;
  });

const moved = (table: string, role: string) =>
  sql
    .begin(async (tx) => {
      await tx.unsafe(`set local role ${table.split('.')[0]}_${role}`);
      await tx`select set_config('consulting.clients', ${`{${own}}`}, true), set_config('consulting.projects', ${`{${own}}`}, true)`;
      await tx.unsafe(`update ${table} set project_id = '${foreign}'`);
    })
    .then(
      () => 'moved',
      ({ code }) => code,
    );

describe('rows of two clients with a project each', () => {
  beforeAll(async () => {
    await dropChecks();
    await sql`set session_replication_role = replica`;
    for (const { name, isLimited } of await tables())
      if (isLimited) for (const id of [own, foreign]) await addRow(name, id);
  });

  const each = async (check: (table: string) => Promise<unknown>) => {
    const found: Record<string, unknown> = {};
    for (const { name, isLimited } of await tables()) if (isLimited) found[name] = await check(name);
    expect(Object.keys(found).length).toBeGreaterThan(45);
    return found;
  };
  const everywhere = (found: Record<string, unknown>, value: unknown) =>
    expect(Object.entries(found).filter(([, count]) => count !== value)).toEqual([]);

  test.each(roles)('the role %s without settings sees none of them', async (role) => {
    everywhere(await each((table) => countAs(table, {}, role)), 0);
  });

  test.each(roles)('the role %s of others sees none of them', async (role) => {
    const nobody = crypto.randomUUID();
    everywhere(await each((table) => countAs(table, { clients: nobody, projects: nobody }, role)), 0);
  });

  test.each(roles)('the role %s of one client with its project sees one of them', async (role) => {
    everywhere(await each((table) => countAs(table, { clients: own, projects: own }, role)), 1);
  });

  test.each(roles)('the role %s moves nothing to a project that is not visible', async (role) => {
    const withProject = await sql<{ name: string }[]>`
      select format('%s.%s', table_schema, table_name) as name from information_schema.columns
      where table_schema = any(${schemas}) and column_name = 'project_id' and is_generated = 'NEVER'`;
    const names = new Set(withProject.map(({ name }) => name));
    const found = await each(async (table) => (names.has(table) ? moved(table, role) : '42501'));
    everywhere(found, '42501');
  });

  test('tables that are partitioned by project are limited as they were', async () => {
    await sql`set session_replication_role = origin`;
    const limited = named((await tables()).filter(({ isLimited }) => isLimited));
    await partitionTakeoffs(sql);
    expect(named((await tables()).filter(({ isLimited }) => isLimited))).toEqual(limited);
  });
});
