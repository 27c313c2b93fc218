import { importSettings, startImports } from '@consulting/imports/start-imports';
import { setting } from '@consulting/kernel/config';
import { importJob } from '@consulting/kernel/contracts/mto';
import { defineService } from '@consulting/kernel/process';
import { spoolSettings } from '@consulting/kernel/spool/spool';
import { createApp } from './app';
import { answerQuestions } from './messages/answers';
import { handleEvents } from './messages/events';
import { startCopySweep } from './worker/copy-sweep';

const name = 'mto';
const worker = new URL('./worker/import-worker.ts', import.meta.url);

export const mto = defineService({
  name,
  settings: { ...importSettings, ...spoolSettings, MTO_ROLE: setting.oneOf(['all', 'api', 'worker'], 'all') },
  migrationsFolder: `${import.meta.dir}/store/migrations`,
  compose: async (parts) => {
    answerQuestions(parts.bus, parts.store.answers);
    handleEvents(parts);
    if (parts.settings.MTO_ROLE !== 'api') startImports(parts, { service: name, job: importJob, worker });
    parts.lifecycle.started('copy sweep', startCopySweep(parts.store.db, parts.log));
    return createApp(parts);
  },
});
