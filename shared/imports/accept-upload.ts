import type { Bus } from '../bus';
import type { Context } from '../context';
import type { JobContract } from '../contracts/contract';
import type { ReceiveUpload, Upload, UploadedFile } from '../http/upload';
import type { Database } from '../store/connect';
import { FileIntake } from './file-intake';
import { insertTask } from './store/import-task';
import { requireQueueRoom } from './store/queue-room';

const fileNameLengthMax = 255;

/** A form that was read: the file, and what is asked for beside it. */
interface ReadForm {
  file: UploadedFile;
}

/** What a service makes of an upload. */
export interface Acceptance<Form extends ReadForm, Parameters> {
  /** Workers are told of the task by this. */
  job: JobContract;
  /** @throws VALIDATION_ERROR */
  readForm(upload: Upload): Form;
  /** Looks, in the transaction that stores the task, whether it may be accepted; throws when it may not. */
  admit(tx: Database, form: Form): Promise<Parameters>;
}

type UploadContext = Context & { db: Database; bus: Bus };

/**
 * Accepts a file for import: file and task are stored before the answer, workers are nudged after it.
 * @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE, RATE_LIMITED (the queue is full), or what `admit` throws
 */
export async function acceptUpload<Form extends ReadForm, Parameters>(
  ctx: UploadContext,
  receive: ReceiveUpload,
  { job, readForm, admit }: Acceptance<Form, Parameters>,
): Promise<{ taskId: string; status: 'queued' }> {
  const stored = new FileIntake(ctx.db, ctx.log);
  try {
    const form = readForm(await receive((bytes) => stored.take(bytes)));
    await stored.end(form.file.name);
    const taskId = Bun.randomUUIDv7();
    await ctx.db.transaction(async (tx) => {
      const parameters = await admit(tx, form);
      await requireQueueRoom(tx, ctx.caller.name, form.file.bytes);
      await insertTask(tx, {
        id: taskId,
        parameters,
        fileId: stored.id,
        fileName: baseName(form.file.name),
        fileSize: form.file.bytes,
        fileSha256: form.file.sha256,
        createdBy: ctx.caller.name,
      });
    });
    ctx.bus.nudge(job, { taskId });
    return { taskId, status: 'queued' };
  } catch (error) {
    await stored.discard();
    throw error;
  }
}

/** The name without the folders that some clients send, and without characters that cannot be stored. */
const baseName = (name: string) =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .slice(-fileNameLengthMax);
