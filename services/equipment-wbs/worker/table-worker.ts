import { serveTable } from '@consulting/imports/table/table-worker';
import { equipmentList } from '../domain/equipment-list';
import { wbsItemList } from '../domain/wbs-item-list';

serveTable(equipmentList, wbsItemList);
