import { type Setting, SettingError } from '@consulting/kernel/config';

const schemaPattern = /^(?!pg_|public$)[a-z_][a-z0-9_]{0,62}$/;
const taken = ['clients_projects', 'crews_rates', 'equipment_wbs', 'mto'];

export const keyStore: Setting<string> = {
  parse(text = 'identity', name) {
    if (schemaPattern.test(text) && !taken.includes(text)) return text;
    throw new SettingError(
      `${name} must be the name of a Postgres schema of its own: up to 63 of a-z, 0-9 and _, not "${text}".`,
    );
  },
};
