import type { StoredUpload } from '@consulting/imports/accept-upload';
import { acceptList } from '@consulting/imports/list/list-task';
import type { RecordList } from '@consulting/imports/list/record-list';
import { importJob } from '@consulting/kernel/contracts/crews-rates';
import type { Ctx } from './context';

/** Reads files while their requests wait. */
export const tableWorker = new URL('../worker/table-worker.ts', import.meta.url);

/** @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE, RATE_LIMITED (the queue is full) */
export const acceptImport = (ctx: Ctx, upload: StoredUpload, list: RecordList) =>
  acceptList(ctx, upload, { list, job: importJob });
