import { listJob } from '@consulting/imports/list/list-task';
import { serveImports } from '@consulting/imports/worker/import-worker';
import { openEquipmentWriter } from '../domain/equipment-files';
import { equipmentList } from '../domain/equipment-list';

serveImports(listJob([{ list: equipmentList, open: () => openEquipmentWriter }]));
