import type { SearchField } from '@consulting/mto-engine';
import type { Moment } from '@consulting/mto-lines';
import { MeasuredColumns, ProjectUses } from './column-use';
import { bytesPerId } from './line-ids';
import type { ColumnsBeingRead, ProjectColumns } from './project-columns';

export interface Frozen {
  columns: ProjectColumns;
  moment: Moment;
  usedAtMs: number;
  last: Promise<unknown>;
}

export class NoRoom extends Error {}

export class CachedProjects {
  readonly #projects = new Map<string, Frozen>();
  readonly #measured = new MeasuredColumns();
  readonly uses = new ProjectUses();
  beingRead: ColumnsBeingRead | null = null;

  constructor(private readonly bytesMax: number) {}

  get bytes(): number {
    let bytes = this.beingRead?.bytes ?? 0;
    for (const { columns } of this.#projects.values()) bytes += columns.bytes;
    return bytes;
  }

  get(projectId: string): Frozen | undefined {
    return this.#projects.get(projectId);
  }

  use(projectId: string, stored: Frozen): void {
    this.#projects.delete(projectId);
    this.#projects.set(projectId, stored);
    if (this.bytes <= this.bytesMax) return;
    this.#projects.delete(projectId);
    const { columns } = stored;
    // Reading it anew may do away with former values; without those it is known that there is no room for it.
    if (columns.changedCount === 0) this.#measured.measure(projectId, columns.columns, columns.lineCount);
  }

  drop(projectId: string): void {
    this.#projects.delete(projectId);
  }

  dropUnused(sinceMs: number): void {
    for (const [projectId, { usedAtMs }] of this.#projects) if (usedAtMs < sinceMs) this.drop(projectId);
  }

  missing(projectId: string, fields: readonly SearchField[]): SearchField[] {
    const columns = this.get(projectId)?.columns;
    return fields.filter((field) => !columns?.has([field]));
  }

  bytesOf(projectId: string, fields: readonly SearchField[], lines: number): number {
    const bytesOfIds = this.#projects.has(projectId) ? 0 : lines * bytesPerId;
    return bytesOfIds + this.#measured.bytesOf(projectId, fields, lines);
  }

  fit(bytes: number): boolean {
    return this.bytes + bytes <= this.bytesMax;
  }

  mayFit(projectId: string, bytes: number): boolean {
    return this.#victims(projectId, bytes) !== null;
  }

  makeRoom(projectId: string, bytes: number): boolean {
    const victims = this.#victims(projectId, bytes);
    for (const victim of victims ?? []) this.drop(victim);
    return victims !== null;
  }

  /** @throws NoRoom when what is being read takes more than there is, which is known from then on */
  checkRoom(projectId: string, lines: number): void {
    this.#measured.measure(projectId, this.beingRead?.columns ?? [], lines);
    if (!this.makeRoom(projectId, 0))
      throw new NoRoom('The values of a project need more memory than MTO_COLUMNS_MEGABYTES allows.');
  }

  join(): void {
    this.beingRead?.join();
    this.beingRead = null;
  }

  #victims(projectId: string, bytes: number): string[] | null {
    const sizes = [...this.#projects].map(([id, { columns }]) => ({ projectId: id, bytes: columns.bytes }));
    return this.uses.victims(projectId, sizes, this.bytes + bytes - this.bytesMax);
  }
}
