import { sql } from 'drizzle-orm';
import { type Database, openSession } from '../postgres/database/connect';
import { patiently } from '../postgres/database/patience';
import { Connector } from '../postgres/driver/connector';
import { SettingError } from '../process/config';

const usage = 'Usage: dead-letters list | replay [EVENT_ID]';

interface Letter {
  consumer: string;
  eventId: string;
  subject: string;
  payload: unknown;
  failures: number;
  error: string;
  deadAt: string;
}

const listLetters = (db: Database, schema: string) =>
  db.execute<Letter>(sql`
  select consumer, event_id as "eventId", subject, payload, failures, error, dead_at as "deadAt"
  from ${sql.identifier(schema)}.dead_letter where dead_at is not null order by dead_at`);

const replayLetters = (db: Database, schema: string, eventId: string | undefined) =>
  db.execute<Letter>(sql`
  update ${sql.identifier(schema)}.dead_letter set dead_at = null, failures = 0, replayed_at = now()
  where dead_at is not null ${eventId === undefined ? sql`` : sql`and event_id = ${eventId}`}
  returning consumer, event_id as "eventId", subject`);

async function list(db: Database, schema: string): Promise<void> {
  const letters = await listLetters(db, schema);
  for (const { consumer, eventId, subject, payload, failures, error, deadAt } of letters) {
    console.log(
      `${new Date(deadAt).toISOString()} ${consumer} ${eventId} ${subject} ${JSON.stringify(payload)}`,
    );
    console.log(`  ${failures} failures, the last: ${error}`);
  }
  console.log(`${schema}: ${letters.length} dead letters`);
}

async function replay(db: Database, schema: string, eventId: string | undefined): Promise<void> {
  const letters = await replayLetters(db, schema, eventId);
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
  const connector = new Connector(url, { application_name: 'dead-letters' });
  const { db, connection } = await patiently(() => openSession(connector));
  try {
    await (command === 'list' ? list(db, schema) : replay(db, schema, eventId));
  } finally {
    connection.close();
  }
}
