import type { FormSource, Upload, UploadedFile } from '@consulting/kernel/http';
import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import type { Context, Logger } from '@consulting/kernel/process';
import { DomainError, type JobContract } from '@consulting/kernel/schema';
import { SNIFF_BYTES, sniffFileType } from '@consulting/spreadsheet/table/sniff';
import { chunkBytes, removeUntakenFile, requireStoredFile, storeFileChunk } from './store/file';
import { insertTask, type NewImportTask } from './store/import-task';
import { requireQueueRoom } from './store/queue';

const fileNameLengthMax = 255;

interface ReadForm {
  file: UploadedFile | null;
}

type TaskFile = Pick<NewImportTask<unknown>, 'fileId' | 'fileName' | 'fileSize' | 'fileSha256'>;

export interface Admission<Parameters> {
  parameters: Parameters;
  source?: TaskFile;
}

export interface Acceptance<Form extends ReadForm, Parameters> {
  job: JobContract;
  readForm(upload: Upload): Form;
  /** It runs in the transaction that stores the task, and throws when the task may not be accepted. */
  admit(tx: Database, form: Form): Promise<Admission<Parameters>>;
}

export interface StoredUpload extends Upload {
  fileId: string;
  unsupported: string | null;
}

/** Nothing stays stored when reading the form throws. */
export async function storeUpload({ db, log, memory, read }: FormSource): Promise<StoredUpload> {
  memory.add(intakeBytes);
  const intake = new FileIntake(db, log);
  try {
    const upload = await read((bytes) => intake.take(bytes));
    const unsupported = await intake.end(upload.file?.name ?? '');
    return { ...upload, fileId: intake.id, unsupported, discard: () => intake.discard() };
  } catch (error) {
    await intake.discard();
    throw error;
  }
}

type UploadContext = Context & { db: Database; bus: Bus };

/**
 * The task is stored before the answer, workers are notified after it. The caller must discard the file when
 * this throws.
 * @throws VALIDATION_ERROR, UNSUPPORTED_FILE_TYPE, RATE_LIMITED (the queue is full), UPLOAD_EXPIRED, or what
 * `admit` throws
 */
export async function acceptUpload<Form extends ReadForm, Parameters>(
  ctx: UploadContext,
  upload: StoredUpload,
  { job, readForm, admit }: Acceptance<Form, Parameters>,
): Promise<{ taskId: string; status: 'queued' }> {
  const form = readForm(upload);
  if (form.file && upload.unsupported !== null)
    throw new DomainError('UNSUPPORTED_FILE_TYPE', upload.unsupported);
  const taskId = Bun.randomUUIDv7();
  await ctx.db.transaction(async (tx) => {
    const { parameters, source } = await admit(tx, form);
    const file = source ?? fileOf(upload, form);
    await requireQueueRoom(tx, file.fileSize);
    if (source) await requireStoredFile(tx, source.fileId);
    await insertTask(tx, { id: taskId, parameters, ...file, createdBy: ctx.caller.name });
  });
  ctx.bus.nudge(job, { taskId });
  return { taskId, status: 'queued' };
}

function fileOf({ fileId }: StoredUpload, { file }: ReadForm): TaskFile {
  if (!file) throw new RangeError('a task needs a file');
  return { fileId, fileName: baseName(file.name), fileSize: file.bytes, fileSha256: file.sha256 };
}

const baseName = (name: string) =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .slice(-fileNameLengthMax);

const intakeBytes = 2 * chunkBytes;

/** Each chunk is stored in a transaction of its own, so that no connection waits for the client. */
export class FileIntake {
  readonly id = Bun.randomUUIDv7();
  #chunk = Buffer.allocUnsafeSlow(chunkBytes);
  #spare = Buffer.allocUnsafeSlow(chunkBytes);
  #storing: Promise<void> = Promise.resolve();
  #filled = 0;
  #position = 0;
  #first: Uint8Array | null = null;
  #isDiscarded = false;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {}

  async take(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + chunkBytes - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === chunkBytes) await this.#store();
    }
  }

  async end(fileName: string): Promise<string | null> {
    const type = sniffFileType(this.#first ?? this.#chunk.subarray(0, this.#filled), fileName);
    if (typeof type === 'object') return type.unsupported;
    if (this.#filled > 0) await this.#store();
    await this.#storing;
    return null;
  }

  async discard(): Promise<void> {
    this.#isDiscarded = true;
    try {
      await this.#storing.catch(() => {});
      await removeUntakenFile(this.db, this.id);
    } catch (error) {
      this.log.debug('uploaded file could not be removed yet', { fileId: this.id, error });
    }
  }

  async #store(): Promise<void> {
    await this.#storing;
    if (this.#isDiscarded) throw new Error('the upload was discarded');
    const bytes = this.#chunk.subarray(0, this.#filled);
    this.#first ??= Uint8Array.from(bytes.subarray(0, SNIFF_BYTES));
    this.#storing = storeFileChunk(this.db, this.id, this.#position++, bytes);
    this.#storing.catch(() => {});
    [this.#chunk, this.#spare] = [this.#spare, this.#chunk];
    this.#filled = 0;
  }
}
