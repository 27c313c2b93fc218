import { parseArgs } from 'node:util';
import { blamingDatabaseOf, connectStorePatiently, migrateStore } from '@consulting/kernel/postgres';
import { databaseSetting, errorText, readSettings, systemCaller } from '@consulting/kernel/process';
import { issueApiKey } from '../domain/api-key';
import { apiKeyInput } from '../domain/api-key-fields';
import { identity } from '../service';

const usage =
  'Usage: api-key create --name NAME [--role Reader|Contributor] [--expires 2027-06-30T12:00:00Z] [--client ID …] [--project ID …] [--unlimited]';

function read(argv: string[]) {
  const options = {
    name: { type: 'string' },
    role: { type: 'string' },
    expires: { type: 'string' },
    client: { type: 'string', multiple: true },
    project: { type: 'string', multiple: true },
    unlimited: { type: 'boolean' },
  } as const;
  const { positionals, values } = parseArgs({ args: argv, options, allowPositionals: true });
  if (positionals.join(' ') !== 'create') throw new Error(usage);
  const { name, role, expires, client, project, unlimited } = values;
  return apiKeyInput.create({
    ...{ name: name ?? null, role: role ?? null, expiresAt: expires ?? null },
    ...{ clientIds: client ?? null, projectIds: project ?? null, isUnlimited: unlimited ?? null },
  });
}

async function createKey(given: ReturnType<typeof read>) {
  const { DATABASE_URL: url, ...settings } = readSettings(
    { DATABASE_URL: databaseSetting(identity.name), ...identity.settings },
    process.env,
  );
  const schema = identity.schema?.(settings) ?? identity.name;
  return blamingDatabaseOf(identity.name, async () => {
    await migrateStore({ url, schema, migrationsFolder: identity.migrationsFolder });
    const store = await connectStorePatiently({ url, schema, connectionsMax: 1 });
    return issueApiKey(store.db, given, systemCaller('operator')).finally(store.close);
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
