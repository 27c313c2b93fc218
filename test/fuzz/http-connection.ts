import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

/** An answer, its header names in lower case and its body decoded. */
export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: Buffer;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Sends requests as bytes, so that nothing of them is corrected or refused on the way, over one connection at a time. */
export class HttpConnection {
  #socket: Socket | undefined;

  constructor(
    private readonly host: string,
    private readonly port: number,
    private readonly timeoutMs: number,
  ) {}

  /** @throws Error when the answer is late, broken off or no HTTP */
  async send(head: string, body: Uint8Array, hasNoBody: boolean): Promise<RawAnswer> {
    const isReused = this.#socket !== undefined;
    try {
      return await this.#attempt(head, body, hasNoBody);
    } catch (error) {
      // A kept connection may just have been closed by the server.
      if (!isReused || !(error instanceof ConnectionClosed)) throw error;
      return this.#attempt(head, body, hasNoBody);
    }
  }

  async #attempt(head: string, body: Uint8Array, hasNoBody: boolean): Promise<RawAnswer> {
    const socket = this.#socket ?? connect({ host: this.host, port: this.port });
    this.#socket = socket;
    const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
    let received: Buffer = Buffer.alloc(0);
    const take = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const answer = readAnswer(received, hasNoBody);
      if (answer) resolve(answer);
    };
    const close = () =>
      reject(received.length === 0 ? new ConnectionClosed() : new Error('The answer broke off.'));
    const timer = setTimeout(
      () => reject(new Error(`There was no answer within ${this.timeoutMs / 1000} seconds.`)),
      this.timeoutMs,
    );
    socket.on('data', take).on('close', close).on('error', reject);
    try {
      socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
      const answer = await promise;
      if (answer.headers.get('connection') === 'close') this.close();
      return answer;
    } catch (error) {
      this.close();
      throw error;
    } finally {
      clearTimeout(timer);
      socket.off('data', take).off('close', close).off('error', reject);
    }
  }

  close(): void {
    this.#socket?.on('error', () => {}).destroy();
    this.#socket = undefined;
  }
}

/** The server ended the connection before a byte of an answer came. */
export class ConnectionClosed extends Error {
  override readonly message = 'The connection was closed without an answer.';
}

/** The answer in the bytes that came so far; undefined while it is not complete. */
function readAnswer(bytes: Buffer, hasNoBody: boolean): RawAnswer | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (!status) throw new Error(`The answer is no HTTP: ${first.slice(0, 80)}`);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const rest = bytes.subarray(end + headEnd.length);
  if (hasNoBody || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0) };
  // Nobody waits for the end of events, so the connection is of no more use.
  if (headers.get('content-type') === 'text/event-stream')
    return { status, headers: headers.set('connection', 'close'), body: Buffer.alloc(0) };
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = readChunks(rest);
    return body && { status, headers, body: decoded(body, headers) };
  }
  const length = Number(headers.get('content-length') ?? 0);
  if (rest.length < length) return undefined;
  return { status, headers, body: decoded(rest.subarray(0, length), headers) };
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

function decoded(body: Buffer, headers: ReadonlyMap<string, string>): Buffer {
  const decode = decoders[headers.get('content-encoding') ?? ''];
  return decode && body.length > 0 ? decode(body) : body;
}

function readChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (bytes.length < start + length + 2) return undefined;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(start, start + length));
    at = start + length + 2;
  }
}
