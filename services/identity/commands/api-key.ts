import { parseArgs } from 'node:util';
import { databaseSetting, databaseVariable, readSettings } from '@consulting/shared/config';
import { errorText } from '@consulting/shared/error-text';
import { withHouseDatabase } from '@consulting/shared/local/house/house-database';
import { connectStore } from '@consulting/shared/store/connect';
import { migrateStore } from '@consulting/shared/store/migrate';
import { issueApiKey } from '../domain/api-key';
import { apiKeyInput } from '../domain/api-key-fields';
import { identity } from '../service';

const usage =
  'Usage: api-key create --name NAME [--role Reader|Contributor] [--expires 2027-06-30T12:00:00Z]';

/** What the operator asked for. @throws Error with one sentence */
function read(argv: string[]) {
  const options = {
    name: { type: 'string' },
    role: { type: 'string' },
    expires: { type: 'string' },
  } as const;
  const { positionals, values } = parseArgs({ args: argv, options, allowPositionals: true });
  if (positionals.join(' ') !== 'create') throw new Error(usage);
  const { name, role, expires: expiresAt } = values;
  return apiKeyInput.create({ name: name ?? null, role: role ?? null, expiresAt: expiresAt ?? null });
}

/** The database of identity, where a setting or a mounted file names one. */
function givenDatabase(): string | undefined {
  const names = ['DATABASE_URL', databaseVariable(identity.name)].flatMap((name) => [name, `${name}_FILE`]);
  if (!names.some((name) => process.env[name]?.trim())) return undefined;
  return readSettings({ DATABASE_URL: databaseSetting(identity.name) }, process.env).DATABASE_URL;
}

/** Creates a key straight in the key store, so that a deployment without an identity provider gets its first one. */
async function createKey(values: ReturnType<typeof read>) {
  const schema = identity.schema?.(readSettings(identity.settings, process.env)) ?? identity.name;
  return withHouseDatabase({ ...process.env, DATABASE_URL: givenDatabase() }, async (url) => {
    await migrateStore({ url, schema, migrationsFolder: identity.migrationsFolder });
    const store = connectStore({ url, schema, connectionsMax: 1 });
    return issueApiKey(store.db, values, 'operator').finally(store.close);
  });
}

try {
  const { key, name, role, expiresAt } = await createKey(read(process.argv.slice(2)));
  const until = expiresAt ? `until ${expiresAt.toISOString()}` : 'without expiry';
  console.error(`API key "${name}" (${role}, ${until}). It is shown only this once; send it as X-API-Key:`);
  console.log(key);
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
