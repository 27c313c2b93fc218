import type { Database } from '@consulting/kernel/postgres';
import type { SearchField } from '@consulting/mto-engine';
import { findChangedLines, followChanges } from '../rows/changed-lines';
import { ColumnReadings } from './column-readings';
import { type Kept, KeptProjects } from './kept-projects';
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

export class KeptColumns {
  readonly #projects: KeptProjects;
  readonly #readings: ColumnReadings;

  constructor(
    private readonly db: Database,
    private readonly limits: ColumnLimits,
    failed: (error: unknown) => void,
  ) {
    this.#projects = new KeptProjects(limits.bytesMax);
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
    const kept = this.#projects.get(projectId);
    if (!kept?.columns.has(fields)) return null;
    const answer = kept.last.then(() => this.#readCurrent(projectId, kept, read));
    kept.last = answer.catch(() => undefined);
    return answer;
  }

  async #readCurrent<T>(projectId: string, kept: Kept, read: Read<T>): Promise<{ found: T } | null> {
    const isKept = () => this.#projects.get(projectId) === kept;
    const isCurrent = isKept() && (await this.#bringUpToDate(projectId, kept));
    // There may have been no room for them any more.
    if (!isKept()) return null;
    if (!isCurrent) {
      this.#projects.drop(projectId);
      return null;
    }
    const found = read(kept.columns);
    this.#projects.use(projectId, kept);
    return { found };
  }

  async #bringUpToDate(projectId: string, kept: Kept): Promise<boolean> {
    const { columns } = kept;
    let changed = await findChangedLines(this.db, projectId, kept.moment);
    if (changed.isLapsing) await followChanges(this.db);
    if (changed.ids !== null && changed.ids.length > 0)
      changed = await readChangedLines(
        this.db,
        projectId,
        kept.moment,
        columns.fields,
        (line) => columns.change(line),
        (id) => columns.remove(id),
      );
    const { ids, lines, moment } = changed;
    kept.moment = moment;
    kept.usedAtMs = performance.now();
    return ids !== null && lines === columns.lineCount && columns.changedCount <= lines;
  }
}
