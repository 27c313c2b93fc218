import type { SearchField } from '@consulting/mto-engine';
import { LRUCache } from 'lru-cache';
import type { Column } from './column';

const halfLifeMs = 600_000;
const sharedMs = 5000;
const projectsMax = 10_000;
const projectFieldsMax = 50_000;
const bytesPerLineUsual = 16;

export class ProjectUses {
  readonly #current = new Map<string, number>();
  readonly #sharedAtMs = new LRUCache<string, number>({ max: projectsMax });
  readonly #counts = new LRUCache<string, { count: number; atMs: number }>({ max: projectsMax });

  get size(): number {
    return this.#counts.size;
  }

  of(projectId: string): number {
    const use = this.#counts.get(projectId);
    return use ? use.count * 0.5 ** ((performance.now() - use.atMs) / halfLifeMs) : 0;
  }

  begin(projectId: string): void {
    this.#counts.set(projectId, { count: this.of(projectId) + 1, atMs: performance.now() });
    const current = (this.#current.get(projectId) ?? 0) + 1;
    this.#current.set(projectId, current);
    if (current > 1) this.#sharedAtMs.set(projectId, performance.now());
  }

  end(projectId: string): void {
    const current = (this.#current.get(projectId) ?? 0) - 1;
    if (current > 0) this.#current.set(projectId, current);
    else this.#current.delete(projectId);
  }

  isBusy(projectId: string): boolean {
    return performance.now() - (this.#sharedAtMs.get(projectId) ?? Number.NEGATIVE_INFINITY) < sharedMs;
  }

  /**
   * A project gives way only to one that is searched more than twice as often, so that two do not evict each other in turn. The answer is
   * null when that does not free enough memory.
   */
  victims(
    projectId: string,
    stored: readonly { projectId: string; bytes: number }[],
    neededBytes: number,
  ): string[] | null {
    let left = neededBytes;
    const victims: string[] = [];
    for (const other of stored) {
      if (left <= 0) break;
      if (other.projectId === projectId || this.of(other.projectId) * 2 >= this.of(projectId)) continue;
      victims.push(other.projectId);
      left -= other.bytes;
    }
    return left <= 0 ? victims : null;
  }
}

export class MeasuredColumns {
  readonly #bytesPerLine = new LRUCache<string, number>({ max: projectFieldsMax });

  measure(projectId: string, columns: readonly Column[], lines: number): void {
    for (const { field, bytes } of columns)
      for (const key of [field.key, keyOf(projectId, field)])
        this.#bytesPerLine.set(key, bytes / Math.max(lines, 1));
  }

  bytesOf(projectId: string, fields: readonly SearchField[], lines: number): number {
    const known = (field: SearchField) =>
      this.#bytesPerLine.get(keyOf(projectId, field)) ?? this.#bytesPerLine.get(field.key);
    return fields.reduce((sum, field) => sum + lines * (known(field) ?? bytesPerLineUsual), 0);
  }
}

const keyOf = (projectId: string, { key }: SearchField) => `${projectId} ${key}`;
