import { importJob } from '@consulting/shared/contracts/mto';
import { DomainError } from '@consulting/shared/errors';
import type { ReceiveUpload } from '@consulting/shared/http/upload';
import type { Ctx } from '../../context';
import { findEarlierUpload, insertTask } from '../../store/import-task';
import { holdReferences } from '../../store/takeoff-line-lock';
import { requireOpenService } from '../takeoff-line-owner';
import { FileIntake } from './file-intake';
import { type ImportForm, readImportForm } from './import-form';

const fileNameLengthMax = 255;

/**
 * Accepts a file for import (resources.md 15.3): file and task are stored before the answer, workers are nudged after it.
 * @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE, NOT_FOUND (service), SERVICE_APPROVED,
 * DUPLICATE_UPLOAD with `taskId`, DEPENDENCY_UNAVAILABLE
 */
export async function acceptImport(ctx: Ctx, receive: ReceiveUpload) {
  const file = new FileIntake(ctx.db, ctx.log);
  try {
    const form = readImportForm(await receive((bytes) => file.take(bytes)));
    await file.end(form.file.name);
    const taskId = await ctx.db.transaction((tx) => queueImport({ ...ctx, db: tx }, form, file.id));
    ctx.bus.nudge(importJob, { taskId });
    return { taskId, status: 'queued' };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

async function queueImport(ctx: Ctx, form: ImportForm, fileId: string): Promise<string> {
  const { projectId, serviceId, parameters, file } = form;
  await holdReferences(ctx.db, 'project', [projectId]);
  await holdReferences(ctx.db, 'service', [serviceId]);
  await requireOpenService(ctx, projectId, serviceId);
  const earlier = form.force ? undefined : await findEarlierUpload(ctx.db, serviceId, file.sha256);
  if (earlier !== undefined) {
    throw new DomainError(
      'DUPLICATE_UPLOAD',
      'The same file was already imported into this service within 24 hours; force imports it again.',
      { taskId: earlier },
    );
  }
  const id = Bun.randomUUIDv7();
  await insertTask(ctx.db, {
    id,
    projectId,
    serviceId,
    parameters,
    fileId,
    fileName: baseName(file.name),
    fileSize: file.bytes,
    fileSha256: file.sha256,
    createdBy: ctx.caller.name,
  });
  return id;
}

/** The name without the folders that some clients send, and without characters that cannot be stored. */
const baseName = (name: string) =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .slice(-fileNameLengthMax);
