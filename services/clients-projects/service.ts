import { defineService } from '@consulting/shared/process';
import { createApp } from './app';

export const clientsProjects = defineService({
  name: 'clients-projects',
  settings: {},
  migrationsFolder: `${import.meta.dir}/store/migrations`,
  compose: async (parts) => createApp(parts),
});
