import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: 'services/equipment-wbs/store/schema.ts',
  out: 'services/equipment-wbs/store/migrations',
  casing: 'snake_case',
  schemaFilter: ['equipment_wbs'],
});
