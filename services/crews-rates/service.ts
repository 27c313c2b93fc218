import { importSettings, startImports } from '@consulting/imports/start-imports';
import { importJob } from '@consulting/kernel/contracts/crews-rates';
import { spoolSettings } from '@consulting/kernel/process';
import { defineService } from '@consulting/kernel/service/service-definition';
import { createApp } from './app';
import { answerQuestions } from './messages/answers';
import { handleEvents } from './messages/events';
import { recordTypes } from './routes/api-v1/history';
import { repricedCrews } from './store/repriced-crew';

const name = 'crews-rates';
const worker = new URL('./worker/import-worker.ts', import.meta.url);

export const crewsRates = defineService({
  name,
  settings: { ...importSettings, ...spoolSettings },
  migrationsFolder: `${import.meta.dir}/store/migrations`,
  noted: recordTypes,
  historyTables: [repricedCrews],
  compose: async (parts) => {
    answerQuestions(parts.bus, parts.store.answers);
    handleEvents(parts);
    startImports(parts, { service: name, job: importJob, worker });
    return createApp(parts);
  },
});
