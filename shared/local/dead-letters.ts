import type { Sql } from 'postgres';
import { databaseVariable } from '../config';
import { Connector } from '../store/driver/connector';
import { withHouseDatabase } from './house/house-database';
import { processNames } from './house/processes';

const usage = 'Usage: dead-letters list | replay [EVENT_ID]';

interface Letter {
  consumer: string;
  eventId: string;
  subject: string;
  payload: unknown;
  failures: number;
  error: string;
  deadAt: Date;
}

const listLetters = (sql: Sql, schema: string) => sql<Letter[]>`
  select consumer, event_id as "eventId", subject, payload, failures, error, dead_at as "deadAt"
  from ${sql(schema)}.dead_letter where dead_at is not null order by dead_at`;

/** Lets the service try again: it looks for such letters every second. */
const replayLetters = (sql: Sql, schema: string, eventId: string | undefined) => sql<Letter[]>`
  update ${sql(schema)}.dead_letter set dead_at = null, failures = 0, replayed_at = now()
  where dead_at is not null ${eventId === undefined ? sql`` : sql`and event_id = ${eventId}`}
  returning consumer, event_id as "eventId", subject`;

/** Runs `act` for every service that has a database with its tables. */
async function eachService(act: (sql: Sql, schema: string) => Promise<void>): Promise<void> {
  for (const name of processNames) {
    const environment = { ...process.env };
    environment.DATABASE_URL = process.env[databaseVariable(name)]?.trim() || process.env.DATABASE_URL;
    await withHouseDatabase(environment, async (url) => {
      const connection = await new Connector(url, { application_name: 'dead-letters' }).open();
      const { sql } = connection;
      const schema = name.replaceAll('-', '_');
      const [found] = await sql`select to_regclass(${`${schema}.dead_letter`}) is not null as exists`;
      if (found?.exists) await act(sql, schema);
      connection.close();
    });
  }
}

async function list(): Promise<void> {
  let count = 0;
  await eachService(async (sql, schema) => {
    for (const { consumer, eventId, subject, payload, failures, error, deadAt } of await listLetters(
      sql,
      schema,
    )) {
      count += 1;
      console.log(`${deadAt.toISOString()} ${consumer} ${eventId} ${subject} ${JSON.stringify(payload)}`);
      console.log(`  ${failures} failures, the last: ${error}`);
    }
  });
  console.log(`${count} dead letters`);
}

async function replay(eventId: string | undefined): Promise<void> {
  let count = 0;
  await eachService(async (sql, schema) => {
    for (const letter of await replayLetters(sql, schema, eventId)) {
      count += 1;
      console.log(`${letter.consumer} ${letter.eventId} ${letter.subject}`);
    }
  });
  console.log(`${count} dead letters are tried again; "dead-letters list" shows those that fail again.`);
}

const [command, eventId] = process.argv.slice(2);
try {
  if (command === 'list') await list();
  else if (command === 'replay') await replay(eventId);
  else throw new Error(usage);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
