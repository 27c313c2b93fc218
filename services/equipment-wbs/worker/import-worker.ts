import { listJob } from '@consulting/imports/list/list-task';
import { serveImports } from '@consulting/imports/worker/import-worker';
import { openEquipmentWriter } from '../domain/equipment-files';
import { equipmentList } from '../domain/equipment-list';
import { openItemWriter } from '../domain/wbs-item-files';
import { wbsItemList } from '../domain/wbs-item-list';

serveImports(
  listJob([
    { list: equipmentList, open: () => openEquipmentWriter },
    { list: wbsItemList, open: () => openItemWriter },
  ]),
);
