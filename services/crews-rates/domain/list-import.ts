import type { StoredUpload } from '@consulting/imports/accept-upload';
import { acceptList } from '@consulting/imports/list/list-task';
import type { RecordList } from '@consulting/imports/list/record-list';
import { importJob } from '@consulting/kernel/contracts/crews-rates';
import type { Ctx } from './context';

export const tableWorker = new URL('../worker/table-worker.ts', import.meta.url);

export const acceptImport = (
  ctx: Ctx,
  upload: StoredUpload,
  list: RecordList,
  owner?: Readonly<Record<string, string>>,
) => acceptList(ctx, upload, { list, job: importJob, owner });
