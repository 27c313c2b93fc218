import type { Database } from '@consulting/kernel/postgres';
import { keepTask, releaseTask } from '../store/queue';
import type { ClaimedTask } from '../task/task-model';

/** The task was cancelled or belongs to another run, so nothing of this run may be stored. */
export class TaskLost extends Error {
  override readonly name = 'TaskLost';
}

class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

const writeEveryMs = 500;
const batchesPerCollection = 64;

export class RunProgress {
  current = 0;
  total = 0;
  #batches = 0;
  #isLost = false;
  #isStopped = false;
  #writing: Promise<void> | null = null;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly db: Database,
    private readonly task: ClaimedTask<unknown>,
    private readonly onAlive: () => void,
  ) {
    this.#timer = setInterval(() => this.#write(), writeEveryMs);
  }

  /**
   * It is called after each batch of rows and collects garbage now and then, because the heap of a worker
   * would grow by a hundred megabytes first.
   * @throws TaskLost, RunStopped
   */
  check(): void {
    this.#batches += 1;
    if (this.#batches % batchesPerCollection === 0) Bun.gc(true);
    if (this.#isLost) throw new TaskLost();
    if (this.#isStopped) throw new RunStopped();
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** The task is given back at once, because the next step may last until the server took all rows. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await releaseTask(this.db, this.task, { hasFailed: false, pauseSeconds: 0 }).catch(() => {});
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
  }

  #write(): void {
    this.onAlive();
    this.#writing ??= keepTask(this.db, this.task, this)
      .then((isUnchanged) => {
        this.#isLost ||= !isUnchanged;
      })
      .catch(() => {})
      .finally(() => {
        this.#writing = null;
      });
  }
}
