import { type Connection, Connector, escapeIdentifier, openPatiently } from '../postgres';
import { SettingError } from '../process';

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

const listLetters = (connection: Connection, schema: string) =>
  connection.run<Letter>(`
  select consumer, event_id as "eventId", subject, payload, failures, error, dead_at as "deadAt"
  from ${escapeIdentifier(schema)}.dead_letter where dead_at is not null order by dead_at`);

const replayLetters = (connection: Connection, schema: string, eventId: string | null) =>
  connection.run<Letter>(
    `
  update ${escapeIdentifier(schema)}.dead_letter set dead_at = null, failures = 0, replayed_at = now()
  where dead_at is not null and event_id = coalesce($1, event_id)
  returning consumer, event_id as "eventId", subject`,
    [eventId],
  );

async function list(connection: Connection, schema: string): Promise<void> {
  const letters = await listLetters(connection, schema);
  for (const { consumer, eventId, subject, payload, failures, error, deadAt } of letters) {
    console.log(
      `${new Date(deadAt).toISOString()} ${consumer} ${eventId} ${subject} ${JSON.stringify(payload)}`,
    );
    console.log(`  ${failures} failures, the last: ${error}`);
  }
  console.log(`${schema}: ${letters.length} dead letters`);
}

async function replay(connection: Connection, schema: string, eventId: string | null): Promise<void> {
  const letters = await replayLetters(connection, schema, eventId);
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
    await (command === 'list' ? list(connection, schema) : replay(connection, schema, eventId ?? null));
  } finally {
    connection.close();
  }
}
