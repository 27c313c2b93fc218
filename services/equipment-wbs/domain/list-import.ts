import type { StoredUpload } from '@consulting/imports/accept-upload';
import { acceptList } from '@consulting/imports/list/list-task';
import { importJob } from '@consulting/kernel/contracts/equipment-wbs';
import type { Ctx } from './context';
import { equipmentList } from './equipment-list';
import { partsOfLimited, requireProjectOf } from './wbs-item-files';
import { wbsItemList } from './wbs-item-list';

export const tableWorker = new URL('../worker/table-worker.ts', import.meta.url);

export const acceptEquipment = (ctx: Ctx, upload: StoredUpload) =>
  acceptList(ctx, upload, { list: equipmentList, job: importJob });

export const acceptItems = (ctx: Ctx, upload: StoredUpload) =>
  acceptList(ctx, upload, {
    list: wbsItemList,
    job: importJob,
    owner: partsOfLimited(ctx),
    check: (order) => requireProjectOf(ctx, order),
  });
