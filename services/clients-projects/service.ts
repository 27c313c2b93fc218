import { defineService } from '@consulting/kernel/process';
import { createApp } from './app';
import { answerQuestions } from './messages/answers';

export const clientsProjects = defineService({
  name: 'clients-projects',
  settings: {},
  migrationsFolder: `${import.meta.dir}/store/migrations`,
  compose: async (parts) => {
    answerQuestions(parts.bus, parts.store.answers);
    return createApp(parts);
  },
});
