/** An answer of the system; status 0 when there was none, so that nobody knows what became of the request. */
export interface Heard {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
}

interface Sent {
  json?: unknown;
  form?: FormData;
  /** A repeat with the same key is the same write. */
  key?: string;
}

const timeoutMs = 30_000;

/** Calls the system through its gateway, as a client would. */
export class Caller {
  constructor(readonly base: string) {}

  async send(method: string, path: string, { json, form, key }: Sent = {}): Promise<Heard> {
    const headers: Record<string, string> = {};
    if (json !== undefined) headers['content-type'] = 'application/json';
    if (key !== undefined) headers['idempotency-key'] = key;
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(this.base + path, { method, headers, body, signal });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    } catch (error) {
      return { status: 0, body: { code: 'NO_ANSWER', detail: String(error) } };
    }
  }

  /** A write that must succeed; what passes by itself is tried again, under the same key. @throws Error */
  async create(path: string, json: unknown): Promise<Heard['body']> {
    return (await this.insist('POST', path, () => ({ json }))).body;
  }

  /** Sends until there is a definite answer, with one key for all attempts. @throws Error when it is a refusal */
  async insist(method: string, path: string, sent: () => Sent, isWanted = () => true): Promise<Heard> {
    const key = method === 'POST' ? crypto.randomUUID() : undefined;
    for (;;) {
      const heard = await this.send(method, path, { ...sent(), key });
      if (heard.status >= 200 && heard.status < 300) return heard;
      if (!isPassing(heard) || !isWanted()) {
        throw new Error(`${method} ${path}: ${heard.status} ${JSON.stringify(heard.body)}`);
      }
      await Bun.sleep(100);
    }
  }
}

const passing = new Set([0, 429, 500, 502, 503, 504]);

/** Whether the same request may succeed a little later. */
export const isPassing = ({ status, body }: Heard): boolean =>
  passing.has(status) || body?.code === 'IDEMPOTENCY_KEY_IN_PROGRESS';
