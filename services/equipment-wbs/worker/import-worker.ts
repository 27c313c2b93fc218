import { serveImports } from '@consulting/imports/worker/import-worker';
import { storeEquipment } from '../domain/import/store-equipment';

serveImports({ labelOf: (field) => field, storeRows: storeEquipment });
