import type { Database } from '@consulting/kernel/postgres';
import type { SearchField } from '@consulting/mto-engine';
import { earlierOf, type Moment } from '@consulting/mto-lines';
import { LRUCache } from 'lru-cache';
import { type CachedProjects, type Frozen, NoRoom } from './cached-projects';
import { columnFields } from './column-fields';
import { ProjectColumns } from './project-columns';
import { readColumns } from './read-columns';

interface Reading {
  projectId: string;
  fields: Set<SearchField>;
  lines: number;
  end: PromiseWithResolvers<void>;
}

const refusedMs = 60_000;
const projectsMax = 10_000;
const linesBetweenChecks = 5000;
const gatheringMs = 20;
const fieldsAtOnce = 32;
const waitMsPerLine = 0.008;
const waitMsMin = 3000;
const waitMsMax = 8000;

export class ColumnReadings {
  readonly #wanted = new Map<string, Reading>();
  #current: Reading | null = null;
  #isReading = false;
  readonly #refused = new LRUCache<string, true>({ max: projectsMax, ttl: refusedMs });

  constructor(
    private readonly db: Database,
    private readonly projects: CachedProjects,
    private readonly failed: (error: unknown) => void,
  ) {}

  async want(
    projectId: string,
    fields: readonly SearchField[],
    lines: number,
    doesWait: boolean,
  ): Promise<boolean> {
    const reading = this.#readingOf(projectId, fields, lines);
    if (!reading) return false;
    const waitMs = Math.min(Math.max(lines * waitMsPerLine, waitMsMin), waitMsMax);
    if (doesWait) await Promise.race([reading.end.promise, Bun.sleep(waitMs)]);
    return true;
  }

  #readingOf(projectId: string, fields: readonly SearchField[], lines: number): Reading | null {
    const current = this.#current?.projectId === projectId ? this.#current : null;
    if (current && fields.every((field) => current.fields.has(field))) return current;
    const missing = this.projects.missing(projectId, fields);
    const bytes = this.projects.bytesOf(projectId, missing, lines);
    if (this.#refused.has(projectId) || !this.projects.mayFit(projectId, bytes)) return null;
    const reading = this.#wanted.get(projectId) ?? {
      projectId,
      fields: new Set(),
      lines,
      end: Promise.withResolvers<void>(),
    };
    for (const field of missing) reading.fields.add(field);
    this.#wanted.set(projectId, reading);
    if (!this.#isReading) void this.#readWanted();
    return reading;
  }

  async #readWanted(): Promise<void> {
    this.#isReading = true;
    for (let [reading] = this.#wanted.values(); reading; [reading] = this.#wanted.values()) {
      await Bun.sleep(gatheringMs);
      this.#wanted.delete(reading.projectId);
      this.#current = reading;
      try {
        await this.#read(reading);
      } catch (error) {
        if (!(error instanceof NoRoom)) this.#refused.set(reading.projectId, true);
        this.failed(error);
      } finally {
        this.#current = null;
        this.projects.beingRead = null;
        reading.end.resolve();
        // What grew has left memory behind.
        Bun.gc(true);
      }
    }
    this.#isReading = false;
  }

  async #read(reading: Reading): Promise<void> {
    const { projects } = this;
    const { projectId } = reading;
    const bytes = projects.bytesOf(projectId, [...reading.fields], reading.lines);
    if (!projects.makeRoom(projectId, bytes)) return;
    this.#addOnTheWay(reading);
    const fields = [...reading.fields];
    const stored = projects.get(projectId);
    let columns = stored?.columns;
    let count = 0;
    const moment = await readColumns(this.db, projectId, fields, ({ isFollowed, lines }) => {
      if (!isFollowed) return null;
      columns ??= new ProjectColumns(lines);
      const beingRead = columns.read(fields);
      projects.beingRead = beingRead;
      return (line) => {
        beingRead.add(line);
        count += 1;
        if (count % linesBetweenChecks === 0) projects.checkRoom(projectId, lines);
      };
    });
    if (!moment || !columns) return;
    projects.checkRoom(projectId, count);
    if (stored) await this.#join(projectId, stored, moment);
    else {
      projects.join();
      projects.use(projectId, { columns, moment, usedAtMs: performance.now(), last: Promise.resolve() });
    }
  }

  async #join(projectId: string, stored: Frozen, moment: Moment): Promise<void> {
    stored.last = stored.last.then(() => {
      if (this.projects.get(projectId) !== stored) return;
      this.projects.join();
      stored.moment = earlierOf(stored.moment, moment);
    });
    await stored.last;
  }

  #addOnTheWay({ projectId, fields, lines }: Reading): void {
    if (!this.projects.get(projectId)) return;
    for (const field of this.projects.missing(projectId, columnFields)) {
      if (fields.size >= fieldsAtOnce) return;
      if (this.projects.fit(this.projects.bytesOf(projectId, [...fields, field], lines))) fields.add(field);
    }
  }
}
