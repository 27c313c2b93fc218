import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: 'services/identity/store/schema.ts',
  out: 'services/identity/store/migrations',
  casing: 'snake_case',
});
