import type { Database } from '@consulting/kernel/postgres';
import type { SearchField } from '@consulting/mto-engine';
import { findChangedLines, followChanges } from '@consulting/mto-lines';
import { CachedProjects, type Frozen } from './cached-projects';
import { ColumnReadings } from './column-readings';
import type { ProjectColumns } from './project-columns';
import { readChangedLines } from './read-columns';

export interface ColumnLimits {
  bytesMax: number;
  /** Smaller projects are searched in the table, which takes no longer; with 0 a search waits until the columns have been read. */
  linesMin: number;
}

export type ColumnAnswer<T> = { found: T } | { isSmall: boolean };

type Read<T> = (columns: ProjectColumns) => T;

const unusedMsMax = 1_800_000;

export class CachedColumns {
  readonly #projects: CachedProjects;
  readonly #readings: ColumnReadings;

  constructor(
    private readonly db: Database,
    private readonly limits: ColumnLimits,
    failed: (error: unknown) => void,
  ) {
    this.#projects = new CachedProjects(limits.bytesMax);
    this.#readings = new ColumnReadings(db, this.#projects, failed);
  }

  get bytes(): number {
    return this.#projects.bytes;
  }

  async ask<T>(projectId: string, fields: readonly SearchField[], read: Read<T>): Promise<ColumnAnswer<T>> {
    const { uses } = this.#projects;
    uses.begin(projectId);
    try {
      return await this.#ask(projectId, fields, read);
    } finally {
      uses.end(projectId);
    }
  }

  async #ask<T>(projectId: string, fields: readonly SearchField[], read: Read<T>): Promise<ColumnAnswer<T>> {
    const { linesMin } = this.limits;
    for (;;) {
      const known = await this.#answer(projectId, fields, read);
      if (known) return known;
      const { lines, isLapsing } = await findChangedLines(this.db, projectId, null);
      if (lines < linesMin) return { isSmall: true };
      if (isLapsing) await followChanges(this.db);
      const doesWait = linesMin === 0 || this.#projects.uses.isBusy(projectId);
      const isRead = await this.#readings.want(projectId, fields, lines, doesWait);
      if (!isRead || linesMin > 0) return (await this.#answer(projectId, fields, read)) ?? { isSmall: false };
    }
  }

  sweep(nowMs = performance.now()): void {
    this.#projects.dropUnused(nowMs - unusedMsMax);
    Bun.gc(true);
  }

  async #answer<T>(
    projectId: string,
    fields: readonly SearchField[],
    read: Read<T>,
  ): Promise<{ found: T } | null> {
    const stored = this.#projects.get(projectId);
    if (!stored?.columns.has(fields)) return null;
    const answer = stored.last.then(() => this.#readCurrent(projectId, stored, read));
    stored.last = answer.catch(() => undefined);
    return answer;
  }

  async #readCurrent<T>(projectId: string, stored: Frozen, read: Read<T>): Promise<{ found: T } | null> {
    const isUnchanged = () => this.#projects.get(projectId) === stored;
    const isCurrent = isUnchanged() && (await this.#bringUpToDate(projectId, stored));
    // There may have been no room for them any more.
    if (!isUnchanged()) return null;
    if (!isCurrent) {
      this.#projects.drop(projectId);
      return null;
    }
    const found = read(stored.columns);
    this.#projects.use(projectId, stored);
    return { found };
  }

  async #bringUpToDate(projectId: string, stored: Frozen): Promise<boolean> {
    const { columns } = stored;
    let changed = await findChangedLines(this.db, projectId, stored.moment);
    if (changed.isLapsing) await followChanges(this.db);
    if (changed.ids !== null && changed.ids.length > 0)
      changed = await readChangedLines(
        this.db,
        projectId,
        stored.moment,
        columns.fields,
        (line) => columns.change(line),
        (id) => columns.remove(id),
      );
    const { ids, lines, moment } = changed;
    stored.moment = moment;
    stored.usedAtMs = performance.now();
    return ids !== null && lines === columns.lineCount && columns.changedCount <= lines;
  }
}
