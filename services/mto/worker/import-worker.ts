import { serveImports } from '@consulting/imports/worker/import-worker';
import { storeLines } from '../domain/import/run/store-lines';
import { fieldsNamed } from '../fields/registry';

serveImports({ labelOf: (field) => fieldsNamed(field)[0]?.label ?? field, storeRows: storeLines });
