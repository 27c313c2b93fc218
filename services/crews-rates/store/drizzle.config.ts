import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: 'services/crews-rates/store/schema.ts',
  out: 'services/crews-rates/store/migrations',
  casing: 'snake_case',
  schemaFilter: ['crews_rates'],
});
