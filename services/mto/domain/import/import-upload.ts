import { acceptUpload, type StoredUpload } from '@consulting/imports/accept-upload';
import { importJob } from '@consulting/kernel/contracts/mto';
import { DomainError } from '@consulting/kernel/errors';
import type { Ctx } from '../../context';
import type { TaskParameters } from '../../fields/import-parameters';
import { findEarlierUpload } from '../../store/import-task';
import { holdOwner, requireOpenService } from '../takeoff-line-owner';
import { type ImportForm, readImportForm } from './import-form';

/** @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE, NOT_FOUND (service), SERVICE_APPROVED, DUPLICATE_UPLOAD with `taskId`, DEPENDENCY_UNAVAILABLE */
export const acceptImport = (ctx: Ctx, upload: StoredUpload) =>
  acceptUpload(ctx, upload, {
    job: importJob,
    readForm: readImportForm,
    admit: (tx, form) => admit({ ...ctx, db: tx }, form),
  });

async function admit(ctx: Ctx, { parameters, force, file }: ImportForm): Promise<TaskParameters> {
  const { projectId, serviceId } = parameters;
  await holdOwner(ctx, projectId, serviceId);
  await requireOpenService(ctx, projectId, serviceId);
  const earlier = force ? undefined : await findEarlierUpload(ctx.db, serviceId, file.sha256);
  if (earlier === undefined) return parameters;
  throw new DomainError(
    'DUPLICATE_UPLOAD',
    'The same file was already imported into this service within 24 hours; force imports it again.',
    { taskId: earlier },
  );
}
