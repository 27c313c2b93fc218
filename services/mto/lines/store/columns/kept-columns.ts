import type { Database } from '@consulting/kernel/postgres/database/connect';
import type { SearchField } from '@consulting/mto-engine';
import { LRUCache } from 'lru-cache';
import { earlierOf, findChangedLines, followChanges, type Moment } from '../rows/changed-lines';
import { MeasuredColumns, ProjectUses } from './column-use';
import { heldFields } from './held-fields';
import { bytesPerId } from './line-ids';
import { type ColumnsBeingRead, ProjectColumns } from './project-columns';
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

/** Fields of a project that are read together. */
interface Batch {
  projectId: string;
  fields: Set<SearchField>;
  lines: number;
  end: PromiseWithResolvers<void>;
}

export type ColumnAnswer<T> = { found: T } | { isSmall: boolean };

type Read<T> = (columns: ProjectColumns) => T;

/** Within it changes are surely still written down (`removeOldChanges`). */
const unusedMsMax = 1_800_000;
const refusedMs = 60_000;
const projectsMax = 10_000;
const linesBetweenChecks = 5000;
/** Those who ask at the same time have their fields read together. */
const gatheringMs = 20;
/** A scan of the table costs as much as some ten values of every line, so that others are read on the way of the second and later ones. */
const fieldsAtOnce = 16;
/** About as long as four searches of the table take at the same time. */
const waitMsPerLine = 0.004;
const waitMsMin = 3000;
const waitMsMax = 8000;

class NoRoom extends Error {}

/** Columns of the projects and fields that were searched last, read when they are first searched and brought up to date by what changed since. */
export class KeptColumns {
  /** Those used last come last. */
  readonly #projects = new Map<string, Kept>();
  readonly #wanted = new Map<string, Batch>();
  #present: (Batch & { columns: ColumnsBeingRead | null }) | null = null;
  #isReading = false;
  readonly #refused = new LRUCache<string, true>({ max: projectsMax, ttl: refusedMs });
  readonly #uses = new ProjectUses();
  readonly #measured = new MeasuredColumns();

  constructor(
    private readonly db: Database,
    private readonly limits: ColumnLimits,
    private readonly failed: (error: unknown) => void,
  ) {}

  get bytes(): number {
    const kept = [...this.#projects.values()].reduce((sum, { columns }) => sum + columns.bytes, 0);
    return kept + (this.#present?.columns?.bytes ?? 0);
  }

  /** What columns of these fields say; the first who asks for them is sent to the table, those after wait while they are read. */
  async ask<T>(projectId: string, fields: readonly SearchField[], read: Read<T>): Promise<ColumnAnswer<T>> {
    this.#uses.add(projectId);
    return this.#ask(projectId, fields, read);
  }

  /** Drops what nobody has asked about for long, as of projects that were deleted. */
  sweep(): void {
    for (const [projectId, { usedAtMs }] of this.#projects)
      if (Date.now() - usedAtMs > unusedMsMax) this.#projects.delete(projectId);
    Bun.gc(true);
  }

  async #ask<T>(projectId: string, fields: readonly SearchField[], read: Read<T>): Promise<ColumnAnswer<T>> {
    const kept = this.#projects.get(projectId);
    if (kept?.columns.has(fields)) return this.#answer(projectId, kept, fields, read);
    const { lines, isLapsing } = await findChangedLines(this.db, projectId, null);
    const { linesMin } = this.limits;
    if (lines < linesMin) return { isSmall: true };
    if (isLapsing) await followChanges(this.db);
    const { batch, isFirst } = this.#batchOf(projectId, fields, lines);
    if (!batch || (isFirst && linesMin > 0)) return { isSmall: false };
    const waitMs = Math.min(Math.max(lines * waitMsPerLine, waitMsMin), waitMsMax);
    await Promise.race([batch.end.promise, Bun.sleep(waitMs)]);
    const present = this.#projects.get(projectId);
    if (present?.columns.has(fields)) return this.#answer(projectId, present, fields, read);
    return linesMin > 0 ? { isSmall: false } : this.#ask(projectId, fields, read);
  }

  async #answer<T>(
    projectId: string,
    kept: Kept,
    fields: readonly SearchField[],
    read: Read<T>,
  ): Promise<ColumnAnswer<T>> {
    const answer = kept.last.then(() => this.#readCurrent(projectId, kept, read));
    kept.last = answer.catch(() => undefined);
    return (await answer) ?? this.#ask(projectId, fields, read);
  }

  async #readCurrent<T>(projectId: string, kept: Kept, read: Read<T>): Promise<{ found: T } | null> {
    const isKept = () => this.#projects.get(projectId) === kept;
    const isCurrent = isKept() && (await this.#bringUpToDate(projectId, kept));
    // There may have been no room for them any more.
    if (!isKept()) return null;
    this.#projects.delete(projectId);
    if (!isCurrent) return null;
    const { columns } = kept;
    const found = read(columns);
    this.#projects.set(projectId, kept);
    if (this.bytes > this.limits.bytesMax) this.#dropGrown(projectId, columns);
    return { found };
  }

  async #bringUpToDate(projectId: string, kept: Kept): Promise<boolean> {
    const { columns } = kept;
    if (Date.now() - kept.usedAtMs > unusedMsMax) return false;
    let changed = await findChangedLines(this.db, projectId, kept.moment);
    if (changed.isLapsing) await followChanges(this.db);
    if (changed.ids !== null && changed.ids.length > 0)
      changed = await readChangedLines(this.db, projectId, kept.moment, columns.fields, (id, pieces) =>
        columns.change(id, pieces),
      );
    const { ids, lines, moment } = changed;
    kept.moment = moment;
    kept.usedAtMs = Date.now();
    return ids !== null && lines === columns.lineCount && columns.changedCount <= lines;
  }

  /** Reading it anew may do away with former values; without those it is known that there is no room for it. */
  #dropGrown(projectId: string, columns: ProjectColumns): void {
    this.#projects.delete(projectId);
    if (columns.changedCount === 0) this.#measured.measure(projectId, columns.columns, columns.lineCount);
  }

  /** What is read or will be read with these fields; none where there is no room for them. */
  #batchOf(projectId: string, fields: readonly SearchField[], lines: number) {
    const present = this.#present?.projectId === projectId ? this.#present : null;
    if (present && fields.every((field) => present.fields.has(field)))
      return { batch: present, isFirst: false };
    const missing = this.#missing(projectId, fields);
    const isPossible =
      !this.#refused.has(projectId) && this.#victims(projectId, this.#bytesOf(projectId, missing, lines));
    if (!isPossible) return { batch: null, isFirst: false };
    const known = this.#wanted.get(projectId);
    const batch = known ?? { projectId, fields: new Set(), lines, end: Promise.withResolvers<void>() };
    for (const field of missing) batch.fields.add(field);
    this.#wanted.set(projectId, batch);
    if (!this.#isReading) void this.#readWanted();
    return { batch, isFirst: !known && !present };
  }

  #missing(projectId: string, fields: readonly SearchField[]): SearchField[] {
    const columns = this.#projects.get(projectId)?.columns;
    return columns ? fields.filter((field) => !columns.has([field])) : [...fields];
  }

  #bytesOf(projectId: string, fields: readonly SearchField[], lines: number): number {
    const bytesOfIds = this.#projects.has(projectId) ? 0 : lines * bytesPerId;
    return bytesOfIds + this.#measured.bytesOf(projectId, fields, lines);
  }

  async #readWanted(): Promise<void> {
    this.#isReading = true;
    for (let [batch] = this.#wanted.values(); batch; [batch] = this.#wanted.values()) {
      await Bun.sleep(gatheringMs);
      this.#wanted.delete(batch.projectId);
      try {
        if (this.#makeRoom(batch.projectId, this.#bytesOf(batch.projectId, [...batch.fields], batch.lines)))
          await this.#readBatch(batch);
      } catch (error) {
        if (!(error instanceof NoRoom)) this.#refused.set(batch.projectId, true);
        this.failed(error);
      } finally {
        this.#present = null;
        batch.end.resolve();
        // What grew has left memory behind.
        Bun.gc(true);
      }
    }
    this.#isReading = false;
  }

  async #readBatch(batch: Batch): Promise<void> {
    const { projectId } = batch;
    this.#addOnTheWay(batch);
    const present = { ...batch, columns: null as ColumnsBeingRead | null };
    this.#present = present;
    const kept = this.#projects.get(projectId);
    const fields = [...batch.fields];
    let columns = kept?.columns;
    let count = 0;
    const moment = await readColumns(this.db, projectId, fields, ({ isFollowed, lines }) => {
      if (!isFollowed) return null;
      columns ??= new ProjectColumns(lines);
      const reading = columns.read(fields);
      present.columns = reading;
      return (id, pieces) => {
        if (pieces) reading.add(id, pieces);
        count += 1;
        if (count % linesBetweenChecks === 0) this.#checkRoom(projectId, reading, lines);
      };
    });
    const reading = present.columns;
    if (!moment || !reading || !columns) return;
    this.#checkRoom(projectId, reading, count);
    if (kept) await this.#join(projectId, kept, reading, moment);
    else {
      reading.join();
      this.#projects.set(projectId, {
        columns,
        moment,
        usedAtMs: Date.now(),
        last: Promise.resolve(),
      });
    }
  }

  /** Between two answers, so that nobody is about to bring other columns up to date. */
  async #join(projectId: string, kept: Kept, reading: ColumnsBeingRead, moment: Moment): Promise<void> {
    kept.last = kept.last.then(() => {
      if (this.#projects.get(projectId) !== kept) return;
      reading.join();
      kept.moment = earlierOf(kept.moment, moment);
    });
    await kept.last;
  }

  #addOnTheWay({ projectId, fields, lines }: Batch): void {
    if (!this.#projects.has(projectId)) return;
    for (const field of this.#missing(projectId, heldFields)) {
      if (fields.size >= fieldsAtOnce) return;
      const bytes = this.#bytesOf(projectId, [...fields, field], lines);
      if (this.bytes + bytes <= this.limits.bytesMax) fields.add(field);
    }
  }

  /** @throws NoRoom when the values take more than there is, which is known from then on */
  #checkRoom(projectId: string, reading: ColumnsBeingRead, lines: number): void {
    this.#measured.measure(projectId, reading.columns, lines);
    if (!this.#makeRoom(projectId, 0))
      throw new NoRoom('The values of a project need more memory than MTO_COLUMNS_MEGABYTES allows.');
  }

  #makeRoom(projectId: string, bytes: number): boolean {
    const victims = this.#victims(projectId, bytes);
    for (const victim of victims ?? []) this.#projects.delete(victim);
    return victims !== null;
  }

  #victims(projectId: string, bytes: number): string[] | null {
    const sizes = [...this.#projects].map(([id, { columns }]) => ({ projectId: id, bytes: columns.bytes }));
    return this.#uses.victims(projectId, sizes, this.bytes + bytes - this.limits.bytesMax);
  }
}
