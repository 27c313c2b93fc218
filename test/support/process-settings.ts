import { join } from 'node:path';
import { gatewaySettings } from '@consulting/gateway/settings';
import { databaseSetting, readSettings, type Settings, serviceSettings } from '@consulting/kernel/process';

const root = join(import.meta.dir, '../..');

/** Names that a process reads from its environment, whatever they say. */
export async function settingsReadBy(name: string): Promise<string[]> {
  const read = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_, variable) => {
        read.add(String(variable));
        return undefined;
      },
    },
  );
  try {
    if (name === 'gateway') gatewaySettings(environment);
    else readSettings(await serviceSettingsOf(name), environment);
  } catch {}
  return [...read].filter((variable) => !variable.endsWith('_FILE'));
}

async function serviceSettingsOf(name: string): Promise<Settings> {
  const exported = (await import(join(root, 'services', name, 'service.ts'))) as Record<string, unknown>;
  const definition = Object.values(exported).find(
    (one): one is { settings: Settings } => typeof one === 'object' && one !== null && 'settings' in one,
  );
  return { ...serviceSettings, DATABASE_URL: databaseSetting(name), ...definition?.settings };
}
