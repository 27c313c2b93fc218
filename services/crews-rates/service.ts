import { defineService } from '@consulting/kernel/process';
import { createApp } from './app';
import { answerQuestions } from './messages/answers';
import { handleEvents } from './messages/events';

export const crewsRates = defineService({
  name: 'crews-rates',
  settings: {},
  migrationsFolder: `${import.meta.dir}/store/migrations`,
  compose: async (parts) => {
    answerQuestions(parts.bus, parts.store.answers);
    handleEvents(parts);
    return createApp(parts);
  },
});
