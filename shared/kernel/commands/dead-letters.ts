import type { Sql } from 'postgres';
import { Connector } from '../postgres/driver/connector';
import { openPatiently } from '../postgres/driver/patience';
import { SettingError } from '../process/config';

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

const replayLetters = (sql: Sql, schema: string, eventId: string | undefined) => sql<Letter[]>`
  update ${sql(schema)}.dead_letter set dead_at = null, failures = 0, replayed_at = now()
  where dead_at is not null ${eventId === undefined ? sql`` : sql`and event_id = ${eventId}`}
  returning consumer, event_id as "eventId", subject`;

async function list(sql: Sql, schema: string): Promise<void> {
  const letters = await listLetters(sql, schema);
  for (const { consumer, eventId, subject, payload, failures, error, deadAt } of letters) {
    console.log(`${deadAt.toISOString()} ${consumer} ${eventId} ${subject} ${JSON.stringify(payload)}`);
    console.log(`  ${failures} failures, the last: ${error}`);
  }
  console.log(`${schema}: ${letters.length} dead letters`);
}

async function replay(sql: Sql, schema: string, eventId: string | undefined): Promise<void> {
  const letters = await replayLetters(sql, schema, eventId);
  for (const letter of letters) console.log(`${letter.consumer} ${letter.eventId} ${letter.subject}`);
  console.log(
    `${schema}: ${letters.length} dead letters are tried again; "dead-letters list" shows those that fail again.`,
  );
}

export async function deadLetters(
  { url, schema }: { url: string; schema: string },
  [command, eventId]: readonly string[],
): Promise<void> {
  if (command !== 'list' && command !== 'replay') throw new SettingError(usage);
  const connection = await openPatiently(new Connector(url, { application_name: 'dead-letters' }));
  try {
    await (command === 'list' ? list(connection.sql, schema) : replay(connection.sql, schema, eventId));
  } finally {
    connection.close();
  }
}
