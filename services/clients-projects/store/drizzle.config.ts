import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: 'services/clients-projects/store/schema.ts',
  out: 'services/clients-projects/store/migrations',
  casing: 'snake_case',
  schemaFilter: ['clients_projects'],
});
