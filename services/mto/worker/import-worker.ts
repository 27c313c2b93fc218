import { serveImports } from '@consulting/imports/worker/import-worker';
import { fieldsNamed } from '@consulting/mto-engine/fields/registry';
import { storeLines } from '@consulting/mto-imports/domain/run/store-lines';

serveImports({ labelOf: (field) => fieldsNamed(field)[0]?.label ?? field, storeRows: storeLines });
