import { importSettings, startImports } from '@consulting/imports/start-imports';
import { importJob } from '@consulting/kernel/contracts/clients-projects';
import { spoolSettings } from '@consulting/kernel/process';
import { defineService } from '@consulting/kernel/service/service-definition';
import { createApp } from './app';
import { answerQuestions } from './messages/answers';
import { recordTypes } from './routes/api-v1/history';

const name = 'clients-projects';
const worker = new URL('./worker/import-worker.ts', import.meta.url);

export const clientsProjects = defineService({
  name,
  settings: { ...importSettings, ...spoolSettings },
  migrationsFolder: `${import.meta.dir}/store/migrations`,
  noted: recordTypes,
  compose: async (parts) => {
    answerQuestions(parts.bus, parts.store.answers);
    startImports(parts, { service: name, job: importJob, worker });
    return createApp(parts);
  },
});
