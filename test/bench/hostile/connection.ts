import { connect, type Socket } from 'node:net';
import { hungUp, type Stage } from './attack';
import type { Answer } from './caller';
import { codeOf } from './caller';

/** A connection that sends what it is told, byte by byte if need be. */
export class Connection {
  #text = '';
  #bytes = 0;
  #isOpen = true;
  readonly #ended = Promise.withResolvers<void>();
  #heard: () => void = () => {};

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      if (this.#text.length < 100_000) this.#text += chunk.toString('latin1');
      this.#bytes += chunk.length;
      this.#heard();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isOpen = false;
      this.#ended.resolve();
      this.#heard();
    });
  }

  static async open({ url, signal }: Pick<Stage, 'url' | 'signal'>, port?: number): Promise<Connection> {
    const { hostname, port: own } = new URL(url);
    const socket = connect({ host: hostname, port: port ?? Number(own), noDelay: true });
    const connection = new Connection(socket);
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve);
      socket.once('close', resolve);
    });
    return connection;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get text(): string {
    return this.#text;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when the other side has taken it, or is gone. */
  async write(data: string | Uint8Array): Promise<void> {
    if (!this.#isOpen || this.socket.write(data)) return;
    await Promise.race([new Promise((resolve) => this.socket.once('drain', resolve)), this.#ended.promise]);
  }

  /** Reads nothing more until the end. */
  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  /** Statuses of all answers so far; 100 is none. */
  statuses(): number[] {
    return [...this.#text.matchAll(/HTTP\/1\.1 ([2-5]\d{2}) /g)].map(([, status]) => Number(status));
  }

  /** Waits until so many answers have begun, the connection has ended, or time is over. */
  async until(count: number, timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (this.#isOpen && this.statuses().length < count && performance.now() < deadline)
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#heard = resolve;
        }),
        Bun.sleep(Math.min(500, Math.max(1, deadline - performance.now()))),
      ]);
  }

  /** The last answer that came. */
  answer(silent = this.#isOpen ? 'no answer' : hungUp): Answer {
    const status = this.statuses().at(-1) ?? 0;
    const body = this.#text.slice(this.#text.lastIndexOf('\r\n\r\n') + 4);
    const headers = new Headers(/^retry-after:/im.test(this.#text) ? { 'retry-after': '1' } : {});
    return {
      status,
      code: status === 0 ? silent : status >= 400 ? codeOf(body) : '',
      bytes: this.#bytes,
      text: this.#text,
      headers,
    };
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Sends a request as it stands and waits for its answer. */
export async function exchange(
  stage: Stage,
  chunks: Iterable<string | Uint8Array>,
  timeoutMs = 30_000,
): Promise<Answer> {
  const connection = await Connection.open(stage);
  for (const chunk of chunks) {
    if (!connection.isOpen || connection.statuses().length > 0) break;
    await connection.write(chunk);
  }
  await connection.until(1, timeoutMs);
  await Bun.sleep(50);
  connection.close();
  return connection.answer();
}

/** The head of a request of the attacker. */
export const head = (stage: Stage, method: string, path: string, ...headers: string[]) =>
  [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(stage.url).host}`,
    `X-API-Key: ${stage.attacker.key}`,
    ...headers,
    '',
    '',
  ].join('\r\n');
