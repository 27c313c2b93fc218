import { type Setting, SettingError, setting } from '@consulting/kernel/process';
import { defineService, type ServiceParts } from '@consulting/kernel/service/service-definition';
import { createApp } from './app';
import { forgetRevokedKeys } from './domain/api-key';
import { collectLastUse } from './domain/last-use';
import { createVerifier } from './domain/verification';
import { handleEvents } from './messages/events';
import { recordTypes } from './routes/api-v1/history';
import { backupAges } from './store/backup';

const schemaPattern = /^(?!pg_|public$)[a-z_][a-z0-9_]{0,62}$/;

const taken = ['clients_projects', 'crews_rates', 'equipment_wbs', 'mto'];

const keyStore: Setting<string> = {
  parse(text = 'identity', name) {
    if (schemaPattern.test(text) && !taken.includes(text)) return text;
    throw new SettingError(
      `${name} must be the name of a Postgres schema of its own: up to 63 of a-z, 0-9 and _, not "${text}".`,
    );
  },
};

const settings = {
  API_KEY_STORE: keyStore,
  ACCESS_DEFAULT: setting.oneOf(['all', 'none'], 'all'),
};

const forgetEveryMs = 3600 * 1000;

export const identity = defineService({
  name: 'identity',
  settings,
  migrationsFolder: `${import.meta.dir}/store/migrations`,
  noted: recordTypes,
  schema: ({ API_KEY_STORE }) => API_KEY_STORE,
  compose: async (parts) => {
    handleEvents(parts);
    const accessDefault = parts.settings.ACCESS_DEFAULT;
    const lastUse = collectLastUse(parts.store.db, parts.log);
    parts.lifecycle.started('last use', lastUse.stop);
    await forgetHourly(parts);
    const help = 'Seconds since the last verified backup; absent where none is made here.';
    parts.telemetry.watchBy('backup_age_seconds', 'database', help, () => backupAges(parts.store.db));
    const verify = createVerifier(parts.store.db, lastUse, accessDefault);
    return createApp({ ...parts, verify, accessDefault });
  },
});

async function forgetHourly({ store, lifecycle, log }: ServiceParts<typeof settings>): Promise<void> {
  const forget = async () => {
    try {
      await forgetRevokedKeys(store.db);
    } catch (error) {
      log.warn('revoked API keys not removed, retrying in an hour', { error });
    }
  };
  const timer = setInterval(forget, forgetEveryMs);
  lifecycle.started('forgetting', () => clearInterval(timer));
  await forget();
}
