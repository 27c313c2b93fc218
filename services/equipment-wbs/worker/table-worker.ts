import { serveTable } from '@consulting/imports/table/table-worker';
import { equipmentList } from '../domain/equipment-list';

serveTable(equipmentList);
