import { randomBytes } from 'node:crypto';
import { openSession } from '@consulting/kernel/postgres/database/connect';
import { patiently } from '@consulting/kernel/postgres/database/patience';
import { Connector } from '@consulting/kernel/postgres/driver/connector';
import { sql } from 'drizzle-orm';

type Schema = string;

/**
 * The password of a login is new each time and stored nowhere. Roles of an earlier version, which could not
 * log in, become such logins.
 */
export async function makeLogins(superuserUrl: string, schemas: Schema[]): Promise<Map<Schema, string>> {
  const { db, connection } = await patiently(() => openSession(new Connector(superuserUrl)));
  try {
    await db.execute(sql`revoke all on schema public from public`);
    const urls = new Map<Schema, string>();
    for (const schema of schemas) {
      const password = randomBytes(24).toString('hex');
      const name = sql.identifier(schema);
      const [found] = await db.execute(sql`select from pg_roles where rolname = ${schema}`);
      if (!found) await db.execute(sql`create role ${name}`);
      await db.execute(sql`alter role ${name} ${sql.raw(`login password '${password}'`)}`);
      await db.execute(sql`create schema if not exists ${name} authorization ${name}`);
      const url = new URL(superuserUrl);
      url.username = schema;
      url.password = password;
      urls.set(schema, url.href);
    }
    return urls;
  } finally {
    connection.close();
  }
}
