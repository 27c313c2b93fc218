import { existsSync } from 'node:fs';
import { defineConfig } from 'drizzle-kit';

const files = [
  'schema',
  'directory-schema',
  'import-schema',
  'takeoff-copy-schema',
  'version-schema',
  'review-schema',
  'view-schema',
  'presence-schema',
].map((name) => `services/mto/lines/store/tables/${name}.ts`);

export default defineConfig({
  dialect: 'postgresql',
  schema: files.filter((file) => existsSync(file)),
  out: 'services/mto/lines/store/migrations',
  casing: 'snake_case',
  schemaFilter: ['mto'],
});
