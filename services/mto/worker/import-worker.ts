import { serveImports } from '@consulting/imports/worker/import-worker';
import { fieldsNamed } from '@consulting/mto-engine';
import { storeLines } from '@consulting/mto-imports';

serveImports({ labelOf: (field) => fieldsNamed(field)[0]?.label ?? field, storeRows: storeLines });
