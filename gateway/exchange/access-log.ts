import { fitted } from '@consulting/kernel/http';
import { type Lifecycle, traceId } from '@consulting/kernel/process';
import type { Exchange } from './exchange';

const flushEveryMs = 250;
const flushedLength = 64 * 1024;
/** Lines beyond this are left out and counted while the reader of the log is slow. */
const waitingLengthMax = 4 * 1024 * 1024;

type Write = (lines: string, written: () => void) => void;

const toStdout: Write = (lines, written) => void process.stdout.write(lines, written);

/** Lines are put together by hand and written many at a time, since every request pays for its own. */
export class AccessLog {
  #lines = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting = 0;
  #leftOut = 0;
  #second = 0;
  #secondText = '';

  constructor(private readonly write: Write = toStdout) {}

  start(lifecycle: Lifecycle): this {
    lifecycle.started('access log', () => this.flush());
    return this;
  }

  add(exchange: Exchange, { status, headers }: Response, startedMs: number): void {
    if (exchange.isAudited) return;
    if (this.#waiting > waitingLengthMax) {
      this.#leftOut += 1;
      return;
    }
    const { request, pathname, requestId, endpoint, caller, headers: inbound } = exchange;
    const trace = inbound.traceparent === undefined ? undefined : traceId();
    const ms = Math.round((performance.now() - startedMs) * 1000) / 1000;
    this.#append(
      `"message":"access","method":"${request.method}","path":${JSON.stringify(fitted(pathname))},` +
        `"answeredBy":"${endpoint.service ?? 'gateway'}","status":${status},"ms":${ms},` +
        `"caller":${caller ? JSON.stringify(fitted(caller.id)) : null},"address":"${exchange.address()}",` +
        `"bytes":${lengthOf(headers)},"requestId":"${requestId}"${trace ? `,"traceId":"${trace}"` : ''}`,
    );
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#leftOut > 0 && this.#waiting <= waitingLengthMax) this.#reportLeftOut();
    const lines = this.#lines;
    if (lines === '') return;
    this.#lines = '';
    this.#waiting += lines.length;
    this.write(lines, () => {
      this.#waiting -= lines.length;
    });
  }

  #reportLeftOut(): void {
    const count = this.#leftOut;
    this.#leftOut = 0;
    this.#lines += `{${this.#head()}"message":"access lines left out","count":${count}}\n`;
  }

  #append(facts: string): void {
    this.#lines += `{${this.#head()}${facts}}\n`;
    if (this.#lines.length >= flushedLength) return this.flush();
    this.#timer ??= setTimeout(() => this.flush(), flushEveryMs);
  }

  #head(): string {
    const now = Date.now();
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#secondText = new Date(second * 1000).toISOString().slice(0, -4);
    }
    const ms = String(now % 1000).padStart(3, '0');
    return `"time":"${this.#secondText}${ms}Z","level":"info","service":"gateway",`;
  }
}

function lengthOf(headers: Headers): number | null {
  const length = Number(headers.get('content-length') ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : null;
}
