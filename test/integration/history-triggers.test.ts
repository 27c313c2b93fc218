import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { routes as clientsProjectsRoutes } from '@consulting/clients-projects/app';
import { clientsProjects } from '@consulting/clients-projects/service';
import { routes as crewsRatesRoutes } from '@consulting/crews-rates/app';
import { crewsRates } from '@consulting/crews-rates/service';
import { routes as equipmentWbsRoutes } from '@consulting/equipment-wbs/app';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { routes as identityRoutes } from '@consulting/identity/app';
import { identity } from '@consulting/identity/service';
import type { TrackedRecords } from '@consulting/kernel/postgres';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { routes as mtoRoutes } from '@consulting/mto/app';
import { mto } from '@consulting/mto/service';
import postgres, { type Sql } from 'postgres';
import { createTestDatabase } from '../support/database';

/** Tables that say who wrote their rows and are in no history, and why. */
const notFollowed = new Map([
  ['import_task', 'an import, which its operation names as its task'],
  ['import_profile', 'how files are read, which is no record of an estimate'],
  ['takeoff_view', 'how lines are displayed, which is no record of an estimate'],
  ['takeoff_version_line', 'a line of a version, which nobody changes'],
]);

const isHistory = (table: string) => table.startsWith('history_');

/** Lines are created by COPY, whose writer tells of them, and deleted ones are kept whole by a trigger of their own. */
const updatesAlone = 'takeoff_line';

const hasRecords = (route: object): route is { records: TrackedRecords } => 'records' in route;

/** Notes have a trigger of their own, since each belongs to the history of the type of its record. */
const isOfNotes = ({ table }: { table: string }) => table === 'note';

/** The records of every history that a service tells. */
const tellers = [
  { service: clientsProjects, routes: clientsProjectsRoutes['api-v1'] },
  { service: crewsRates, routes: crewsRatesRoutes['api-v1'] },
  { service: equipmentWbs, routes: equipmentWbsRoutes['api-v1'] },
  { service: identity, routes: identityRoutes['api-v1'] },
  { service: mto, routes: mtoRoutes['api-v1'] },
]
  .map(({ service, routes }) => ({
    schema: schemaOf(service.name),
    all: [...new Set(routes.flatMap((route: object) => (hasRecords(route) ? [route.records] : [])))],
  }))
  .map(({ schema, all }) => ({
    ...{ schema, types: all.filter((one) => !isOfNotes(one)), notes: all.filter(isOfNotes) },
  }))
  .filter(({ types }) => types.length > 0);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase([clientsProjects, crewsRates, equipmentWbs, identity, mto]);
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

interface Trigger {
  table: string;
  operations: number;
  arguments: string[];
}

const endOfArgument = '\\000';

/** What the triggers of a schema that run a function were told, each table once. */
async function triggersOf(schema: string, run: string): Promise<Trigger[]> {
  const rows = await sql`
    select relname as table, count(*)::int as operations, encode(tgargs, 'escape') as reported
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where relnamespace = ${schema}::regnamespace and proname = ${run} and tgparentid = 0
    group by relname, tgargs order by relname`;
  return rows.map(({ table, operations, reported }) => ({
    ...{ table, operations },
    arguments: reported.split(endOfArgument).slice(0, -1),
  }));
}

async function columnsOf(schema: string, table: string): Promise<string[]> {
  const rows = await sql`
    select column_name as name from information_schema.columns where table_schema = ${schema} and table_name = ${table}`;
  return rows.map(({ name }) => name);
}

const tablesOf = ({ others = [], ...records }: TrackedRecords) => [records, ...others];

describe.each(tellers)('history of $schema', ({ schema, types, notes }) => {
  test('every type of record has a history of its notes, with the columns that their trigger hides', async () => {
    // The decision on a check of a review has a reason instead.
    const noted = types.filter(({ recordType }) => recordType !== 'review-checks');
    expect(notes.map(({ recordType }) => recordType)).toEqual(noted.map((one) => `${one.recordType}-notes`));
    const [trigger] = await triggersOf(schema, 'history_track_note');
    for (const { hidden } of notes)
      expect(trigger).toEqual({ table: 'note', operations: 1, arguments: [hidden.join()] });
  });

  test('triggers are told of tables what the routes read them by', async () => {
    const reported = types.flatMap(({ recordType, ...records }) =>
      tablesOf({ recordType, ...records }).map(({ table, id, nested, hidden }) => ({
        ...{ table, recordType, id, nested },
        hidden: hidden.join(),
      })),
    );
    const triggers = await triggersOf(schema, 'history_track');
    const found = triggers.map(({ table, arguments: [recordType, id, , , nested, hidden] }) => ({
      ...{ table, recordType, id, nested, hidden },
    }));
    const byTable = (one: { table: string }, other: { table: string }) => (one.table < other.table ? -1 : 1);
    expect(found.sort(byTable)).toEqual(reported.sort(byTable) as typeof found);
    expect(
      triggers.filter(({ table, operations }) => operations !== (table === updatesAlone ? 1 : 3)),
    ).toEqual([]);
  });

  test('parts belong to records that are followed, by columns that they have', async () => {
    for (const { table, arguments: reported } of await triggersOf(schema, 'history_track_part')) {
      const [recordType, owner, key, prefix] = reported;
      expect(types.map((one) => one.recordType)).toContain(recordType ?? '');
      expect(await columnsOf(schema, table)).toEqual(expect.arrayContaining([owner ?? '', key ?? '']));
      expect(prefix).not.toBe('');
    }
  });

  test('columns that are hidden, hold the owner or name a record exist', async () => {
    for (const { table, arguments: reported } of await triggersOf(schema, 'history_track')) {
      const [, id = '', project = '', service = '', nested = '', hidden = ''] = reported;
      const named = [id, project, service, nested, ...hidden.split(',')].filter((name) => name !== '');
      expect(await columnsOf(schema, table)).toEqual(expect.arrayContaining(named));
    }
    for (const records of types) {
      const known: string[] = [];
      for (const { table, namedBy } of tablesOf(records)) {
        known.push(...(await columnsOf(schema, table)));
        if (!namedBy) continue;
        expect(known).toContain(namedBy.column);
        known.push(...(await columnsOf(schema, namedBy.records.table)));
      }
      expect(known).toEqual(expect.arrayContaining([...records.code, ...records.label].flat()));
    }
  });

  test('every table that says who wrote its rows is followed, but for those with a reason', async () => {
    const followed = [
      ...(await triggersOf(schema, 'history_track')),
      ...(await triggersOf(schema, 'history_track_part')),
      ...(await triggersOf(schema, 'history_track_note')),
    ].map(({ table }) => table);
    const rows = await sql`
      select distinct table_name as table from information_schema.columns
      where table_schema = ${schema} and column_name in ('created_by', 'updated_by')`;
    const left = rows.map(({ table }) => table).filter((table) => !followed.includes(table));
    expect(left.filter((table) => !notFollowed.has(table) && !isHistory(table))).toEqual([]);
  });
});
