import type { Database } from '@consulting/kernel/store/connect';
import { findChangedLines, type Moment } from './changed-lines';
import { ProjectColumns } from './project-columns';
import { readChangedLines, readColumns } from './read-columns';

export interface ColumnLimits {
  /** Memory for the columns of all projects together. */
  bytesMax: number;
  /** Projects of fewer lines are searched in the table, which takes no longer. With 0 a search waits until columns have been read. */
  linesMin: number;
}

interface Kept {
  columns: ProjectColumns;
  moment: Moment;
  usedAtMs: number;
  /** Whoever asks waits for those before: columns are brought up to date for each. */
  last: Promise<unknown>;
}

export type ColumnAnswer<T> = { found: T } | { isSmall: boolean };

/** Within it changes are surely still written down (`removeOldChanges`). */
const unusedMsMax = 1_800_000;
const refusedMsMax = 600_000;
/** Places of lines that are gone are given back by reading everything anew. */
const goneShareMax = 0.25;
const linesBetweenChecks = 50_000;

/** Columns of the projects that were searched last, read when a project is first searched and brought up to date by what changed since. */
export class KeptColumns {
  /** Those used last come last. */
  readonly #projects = new Map<string, Kept>();
  readonly #refusedUntilMs = new Map<string, number>();
  #reading: Promise<void> | null = null;

  constructor(
    private readonly db: Database,
    private readonly limits: ColumnLimits,
    private readonly failed: (error: unknown) => void,
  ) {}

  get bytes(): number {
    return [...this.#projects.values()].reduce((sum, { columns }) => sum + columns.bytes, 0);
  }

  async ask<T>(projectId: string, read: (columns: ProjectColumns) => T): Promise<ColumnAnswer<T>> {
    const kept = this.#projects.get(projectId);
    if (kept) return this.#answer(projectId, kept, read);
    const { linesMin } = this.limits;
    const { lines } = await findChangedLines(this.db, projectId, null);
    if (lines < linesMin || this.#isRefused(projectId)) return { isSmall: true };
    this.#reading ??= this.#readProject(projectId).finally(() => {
      this.#reading = null;
    });
    if (linesMin > 0) return { isSmall: false };
    await this.#reading;
    return this.ask(projectId, read);
  }

  #answer<T>(projectId: string, kept: Kept, read: (columns: ProjectColumns) => T): Promise<ColumnAnswer<T>> {
    const answer = kept.last.then(async (): Promise<ColumnAnswer<T>> => {
      const isCurrent =
        this.#projects.get(projectId) === kept && (await this.#bringUpToDate(projectId, kept));
      if (isCurrent) return { found: read(kept.columns) };
      if (this.#projects.get(projectId) === kept) this.#projects.delete(projectId);
      return this.ask(projectId, read);
    });
    kept.last = answer.catch(() => undefined);
    return answer;
  }

  async #bringUpToDate(projectId: string, kept: Kept): Promise<boolean> {
    const { columns } = kept;
    if (Date.now() - kept.usedAtMs > unusedMsMax) return false;
    let changed = await findChangedLines(this.db, projectId, kept.moment);
    if (changed.ids !== null && changed.ids.length > 0)
      changed = await readChangedLines(this.db, projectId, kept.moment, (id, pieces) =>
        columns.change(id, pieces),
      );
    const { ids, lines, moment } = changed;
    const isRightful =
      ids !== null && lines === columns.lineCount && columns.goneCount <= goneShareMax * lines;
    // There may have been no room for them any more.
    if (!isRightful || this.#projects.get(projectId) !== kept) return false;
    kept.moment = moment;
    kept.usedAtMs = Date.now();
    this.#projects.delete(projectId);
    this.#projects.set(projectId, kept);
    return true;
  }

  async #readProject(projectId: string): Promise<void> {
    let columns = new ProjectColumns(0);
    let untilCheck = linesBetweenChecks;
    const usedAtMs = Date.now();
    try {
      const moment = await readColumns(this.db, projectId, (lines) => {
        columns = new ProjectColumns(lines);
        return (id, pieces) => {
          if (pieces) columns.add(id, pieces);
          untilCheck -= 1;
          if (untilCheck > 0) return;
          untilCheck = linesBetweenChecks;
          this.#makeRoom(columns.bytes);
        };
      });
      columns.settle();
      this.#makeRoom(columns.bytes);
      this.#projects.set(projectId, { columns, moment, usedAtMs, last: Promise.resolve() });
    } catch (error) {
      this.#refusedUntilMs.set(projectId, Date.now() + refusedMsMax);
      this.failed(error);
    }
  }

  #makeRoom(bytes: number): void {
    if (bytes > this.limits.bytesMax)
      throw new Error('The values of a project need more memory than MTO_COLUMNS_MEGABYTES allows.');
    for (const projectId of this.#projects.keys()) {
      if (this.bytes + bytes <= this.limits.bytesMax) return;
      this.#projects.delete(projectId);
    }
  }

  #isRefused(projectId: string): boolean {
    const untilMs = this.#refusedUntilMs.get(projectId);
    if (untilMs !== undefined && untilMs < Date.now()) this.#refusedUntilMs.delete(projectId);
    return untilMs !== undefined && untilMs >= Date.now();
  }
}
