import type { Database } from '@consulting/kernel/postgres';
import type { Logger, Telemetry } from '@consulting/kernel/process';
import {
  type DistinctCounts,
  type DistinctQuestion,
  type FoundPage,
  findChangedLines,
  type LineFilter,
  type LinesByColumn,
  type Paging,
  type Position,
  type SortKey,
} from '@consulting/mto-lines';
import { LRUCache } from 'lru-cache';
import type { ColumnAnswer, ColumnLimits } from './cached-columns';
import { conditionsOf, isPending } from './column-fields';
import type { ColumnFilter } from './project-columns';

export interface ColumnSettings {
  databaseUrl: string;
  schema: string;
  limits: ColumnLimits;
}

interface Asked {
  projectId: string;
  filter: ColumnFilter;
}

interface Ordered extends Asked {
  sort: readonly SortKey[];
}

export type ColumnQuestion =
  | (Ordered & { kind: 'page'; paging: Paging })
  | (Ordered & { kind: 'behind'; position: Position; limit: number })
  | (Asked & DistinctQuestion & { kind: 'distinct' });

export type ColumnCommand =
  | ({ kind: 'start' } & ColumnSettings)
  | { kind: 'ask'; number: number; question: string };

type Facts = Record<string, unknown>;

export type ColumnSignal =
  | { kind: 'answer'; number: number; answer: ColumnAnswer<unknown>; bytes: number }
  | { kind: 'failed'; number: number; facts: Facts }
  | { kind: 'stored'; bytes: number }
  | { kind: 'log'; facts: Facts };

const askedMax = 64;
const answerMsMax = 10_000;
const smallMs = 5000;
const smallMax = 10_000;
const restMs = 5000;

// A thread of its own answers, as currently as the table would. It starts when a large project is searched for the first time, because
// most deployments have none, and the thread takes memory and connections of its own.
export class LineColumns implements LinesByColumn {
  #thread: Worker | null = null;
  #number = 0;
  #bytes = 0;
  #silentSince = 0;
  #restsUntil = 0;
  readonly #answers = { columns: 0, table: 0 };
  readonly #asked = new Map<number, (answer: ColumnAnswer<unknown> | null) => void>();
  readonly #small = new LRUCache<string, true>({ max: smallMax, ttl: smallMs });

  constructor(
    private readonly module: URL,
    private readonly settings: ColumnSettings,
    private readonly db: Database,
    private readonly log: Logger,
  ) {}

  watch(telemetry: Telemetry): void {
    const ofMemory = 'Memory for values of takeoff lines by column, of which large projects are searched.';
    telemetry.watch('line_columns_bytes', ofMemory, async () => this.#bytes);
    const ofAnswers = 'Searches and distinct values of common fields, by what answered them.';
    telemetry.countBy('line_searches_total', 'from', ofAnswers, () => this.#answers);
  }

  findPage(filter: LineFilter, sort: readonly SortKey[], paging: Paging): Promise<FoundPage | null> {
    const asked = orderedOf(filter, sort);
    return this.#ask(asked && { ...asked, kind: 'page', paging });
  }

  findBehind(
    filter: LineFilter,
    sort: readonly SortKey[],
    position: Position,
    limit: number,
  ): Promise<Position[] | null> {
    const asked = orderedOf(filter, sort);
    return this.#ask(asked && { ...asked, kind: 'behind', position, limit });
  }

  countDistinct(filter: LineFilter, question: DistinctQuestion): Promise<DistinctCounts | null> {
    const asked = isPending(question.field) ? askedOf(filter, []) : null;
    return this.#ask(asked && { ...asked, kind: 'distinct', ...question });
  }

  stop(): void {
    this.#end();
  }

  async #ask<T>(question: ColumnQuestion | null): Promise<T | null> {
    if (question === null) return null;
    const found = await this.#find<T>(question);
    this.#answers[found === null ? 'table' : 'columns'] += 1;
    return found;
  }

  async #find<T>(question: ColumnQuestion): Promise<T | null> {
    const isOff = this.settings.limits.bytesMax === 0 || performance.now() < this.#restsUntil;
    if (isOff || this.#small.has(question.projectId)) return null;
    if (!this.#thread && (await this.#isSmall(question.projectId))) return null;
    if (this.#asked.size >= askedMax) return null;
    const thread = this.#running();
    const number = ++this.#number;
    const { promise, resolve } = Promise.withResolvers<ColumnAnswer<unknown> | null>();
    const timeout = setTimeout(() => this.#giveUp(resolve), answerMsMax);
    this.#asked.set(number, resolve);
    const asked: ColumnCommand = { kind: 'ask', number, question: JSON.stringify(question) };
    thread.postMessage(asked);
    const answer = await promise;
    clearTimeout(timeout);
    this.#asked.delete(number);
    if (answer === null) return null;
    if ('found' in answer) return answer.found as T;
    if (answer.isSmall) this.#small.set(question.projectId, true);
    return null;
  }

  async #isSmall(projectId: string): Promise<boolean> {
    const { lines } = await findChangedLines(this.db, projectId, null);
    const isSmall = lines < this.settings.limits.linesMin;
    if (isSmall) this.#small.set(projectId, true);
    return isSmall;
  }

  #giveUp(resolve: (answer: null) => void): void {
    resolve(null);
    this.#restsUntil = performance.now() + restMs;
    if (performance.now() - this.#silentSince < answerMsMax) return;
    this.log.error('the thread of the line columns was stuck and has been terminated');
    this.#end();
  }

  #running(): Worker {
    if (this.#thread) return this.#thread;
    const thread = new Worker(this.module.href, { smol: true });
    this.#thread = thread;
    this.#silentSince = performance.now();
    thread.onmessage = ({ data }: MessageEvent<ColumnSignal>) => this.#hear(data);
    thread.onerror = ({ message }) => this.log.error('the thread of the line columns failed', { message });
    thread.addEventListener('close', () => {
      if (this.#thread === thread) this.#end();
    });
    thread.postMessage({ kind: 'start', ...this.settings } satisfies ColumnCommand);
    return thread;
  }

  #hear(signal: ColumnSignal): void {
    this.#silentSince = performance.now();
    if ('bytes' in signal) this.#bytes = signal.bytes;
    if (signal.kind === 'stored') return;
    if (signal.kind === 'answer') {
      this.#asked.get(signal.number)?.(signal.answer);
      return;
    }
    this.log.warn('line columns cannot be read', signal.facts);
    if (signal.kind !== 'failed') return;
    this.#restsUntil = performance.now() + restMs;
    this.#asked.get(signal.number)?.(null);
  }

  #end(): void {
    this.#thread?.terminate();
    this.#thread = null;
    this.#bytes = 0;
    for (const resolve of this.#asked.values()) resolve(null);
  }
}

function orderedOf(filter: LineFilter, sort: readonly SortKey[]): Ordered | null {
  const isByIndex = !filter.criteria && sort.length === 0;
  const asked = isByIndex || sort.some(({ level }) => level !== undefined) ? null : askedOf(filter, sort);
  return asked && { ...asked, sort };
}

function askedOf(
  { projectId, serviceId, discipline, criteria = null, words = [], source }: LineFilter,
  sort: readonly SortKey[],
): Asked | null {
  const isCurrent = source === undefined || source.isCurrent === true;
  if (
    !isCurrent ||
    words.length > 0 ||
    ![...sort, ...conditionsOf(criteria)].every(({ field }) => isPending(field))
  )
    return null;
  return { projectId, filter: { serviceId, discipline, criteria } };
}
