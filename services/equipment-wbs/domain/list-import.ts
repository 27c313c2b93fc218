import type { StoredUpload } from '@consulting/imports/accept-upload';
import { acceptList } from '@consulting/imports/list/list-task';
import { importJob } from '@consulting/kernel/contracts/equipment-wbs';
import type { Ctx } from './context';
import { equipmentList } from './equipment-list';
import { requireProjectOf } from './wbs-item-files';
import { wbsItemList } from './wbs-item-list';

/** Reads files while their requests wait. */
export const tableWorker = new URL('../worker/table-worker.ts', import.meta.url);

/** @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE, RATE_LIMITED (the queue is full) */
export const acceptEquipment = (ctx: Ctx, upload: StoredUpload) =>
  acceptList(ctx, upload, { list: equipmentList, job: importJob });

/** @throws NOT_FOUND (project), VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE, RATE_LIMITED, DEPENDENCY_UNAVAILABLE */
export const acceptItems = (ctx: Ctx, upload: StoredUpload) =>
  acceptList(ctx, upload, {
    list: wbsItemList,
    job: importJob,
    check: (order) => requireProjectOf(ctx, order),
  });
