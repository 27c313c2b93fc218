import { randomBytes } from 'node:crypto';
import { Connector, escapeIdentifier, makingLimitedRoles, openPatiently } from '@consulting/kernel/postgres';

type Schema = string;

/**
 * The password of a login is new each time and stored nowhere. Roles of an earlier version, which could not
 * log in, become such logins.
 */
export async function makeLogins(superuserUrl: string, schemas: Schema[]): Promise<Map<Schema, string>> {
  const connection = await openPatiently(new Connector(superuserUrl));
  try {
    await connection.run('revoke all on schema public from public');
    const urls = new Map<Schema, string>();
    for (const schema of schemas) {
      const password = randomBytes(24).toString('hex');
      const name = escapeIdentifier(schema);
      const [found] = await connection.run('select from pg_roles where rolname = $1', [schema]);
      if (!found) await connection.run(`create role ${name}`);
      await connection.run(`alter role ${name} login password '${password}'`);
      await connection.run(`create schema if not exists ${name} authorization ${name}`);
      await connection.run(makingLimitedRoles(schema));
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
