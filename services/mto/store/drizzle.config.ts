import { existsSync } from 'node:fs';
import { defineConfig } from 'drizzle-kit';

const files = ['services/mto/store/schema.ts', 'services/mto/store/import-schema.ts'];

export default defineConfig({
  dialect: 'postgresql',
  schema: files.filter((file) => existsSync(file)),
  out: 'services/mto/store/migrations',
  casing: 'snake_case',
  schemaFilter: ['mto'],
});
