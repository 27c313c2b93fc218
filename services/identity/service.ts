import { defineService } from '@consulting/shared/process';
import { createApp } from './app';

export const identity = defineService({
  name: 'identity',
  settings: {},
  migrationsFolder: `${import.meta.dir}/store/migrations`,
  compose: async (parts) => createApp(parts),
});
