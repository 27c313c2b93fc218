import { acceptUpload, type StoredUpload } from '@consulting/imports/accept-upload';
import { taskRecord } from '@consulting/imports/import-task';
import type { ImportTaskState } from '@consulting/imports/store/import-task';
import { importJob } from '@consulting/kernel/contracts/equipment-wbs';
import { boolean } from '@consulting/kernel/fields/kinds';
import { QueryInput } from '@consulting/kernel/fields/query';
import { requireForm } from '@consulting/kernel/http/form';
import type { Ctx } from '../../context';
import type { TaskParameters } from '../../store/schema';

/** resources.md 11. @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE */
export const acceptImport = (ctx: Ctx, upload: StoredUpload) =>
  acceptUpload(ctx, upload, {
    job: importJob,
    readForm: (form) => requireForm(form, equipmentImportForm),
    admit: async (_, { values }) => ({ parameters: values }),
  });

const ofTakeoff = { mode: null, dryRun: false, projectId: null, serviceId: null, discipline: null };

export const presentImport = (row: ImportTaskState<TaskParameters>) =>
  taskRecord(row, 'equipment-import', { ...ofTakeoff, ...row.parameters });

export const equipmentImportForm = new QueryInput({
  updateExisting: boolean().default(false).describe('Whether rows change equipment that exists.'),
});
