import { acceptUpload, type StoredUpload } from '@consulting/imports/accept-upload';
import { taskRecord } from '@consulting/imports/import-task';
import type { ImportTaskRow } from '@consulting/imports/store/import-task';
import { importJob } from '@consulting/kernel/contracts/equipment-wbs';
import { requireForm } from '@consulting/kernel/http/form';
import type { Ctx } from '../../context';
import type { TaskParameters } from '../../store/schema';
import { equipmentImportForm } from './import-form';

/** resources.md 11. @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE */
export const acceptImport = (ctx: Ctx, upload: StoredUpload) =>
  acceptUpload(ctx, upload, {
    job: importJob,
    readForm: (form) => requireForm(form, equipmentImportForm),
    admit: async (_, { values }): Promise<TaskParameters> => values,
  });

const ofTakeoff = { mode: null, dryRun: false, projectId: null, serviceId: null, discipline: null };

export const presentImport = (row: ImportTaskRow<TaskParameters>) =>
  taskRecord(row, 'equipment-import', { ...ofTakeoff, ...row.parameters });
