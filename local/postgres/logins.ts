import { randomBytes } from 'node:crypto';
import { Connector } from '@consulting/kernel/postgres/driver/connector';
import { openPatiently } from '@consulting/kernel/postgres/driver/patience';

type Schema = string;

/**
 * The password of a login is new each time and stored nowhere. Roles of an earlier version, which could not
 * log in, become such logins.
 */
export async function makeLogins(superuserUrl: string, schemas: Schema[]): Promise<Map<Schema, string>> {
  const connection = await openPatiently(new Connector(superuserUrl));
  const { sql } = connection;
  try {
    await sql`revoke all on schema public from public`;
    const urls = new Map<Schema, string>();
    for (const schema of schemas) {
      const password = randomBytes(24).toString('hex');
      const name = sql(schema);
      const [found] = await sql`select from pg_roles where rolname = ${schema}`;
      if (!found) await sql`create role ${name}`;
      await sql`alter role ${name} ${sql.unsafe(`login password '${password}'`)}`;
      await sql`create schema if not exists ${name} authorization ${name}`;
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
