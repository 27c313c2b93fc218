const textBytesMax = 2 * 1024 * 1024;
const pollMs = 250;

/** What came back for one request; status 0 when no status line came. */
export interface Answer {
  status: number;
  code: string;
  bytes: number;
  text: string;
  headers: Headers;
}

export interface Sent {
  body?: Bun.BodyInit | object;
  headers?: Record<string, string>;
}

/** Somebody with an API key; every request ends with the signal. */
export class Caller {
  constructor(
    readonly url: string,
    readonly key: string,
    readonly signal?: AbortSignal,
  ) {}

  /** Never throws: a connection that broke is an answer of status 0. */
  async send(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Answer> {
    const isPlain = body !== undefined && Object.getPrototypeOf(body) === Object.prototype;
    const type: Record<string, string> = isPlain ? { 'content-type': 'application/json' } : {};
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: { 'x-api-key': this.key, ...type, ...headers },
        body: isPlain ? JSON.stringify(body) : ((body as Bun.BodyInit) ?? null),
        signal: this.signal ?? null,
      });
      return await read(response);
    } catch (error) {
      const code = this.signal?.aborted ? 'no answer' : `connection broke: ${(error as Error).message}`;
      return { status: 0, code, bytes: 0, text: '', headers: new Headers() };
    }
  }

  /** The record of an answer. @throws Error when it is not a success */
  async require<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    const { status, text } = await this.send(method, path, sent);
    if (status < 200 || status > 299)
      throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }

  /** Sends a file and follows its task to the end. */
  async import(path: string, form: FormData): Promise<Answer> {
    const accepted = await this.send('POST', path, { body: form });
    if (accepted.status !== 200) return accepted;
    const { taskId } = JSON.parse(accepted.text) as { taskId: string };
    for (;;) {
      const answer = await this.send('GET', `/api/v1/mto/import/status/${taskId}`);
      if (answer.status === 503) {
        await Bun.sleep(1000);
        continue;
      }
      if (answer.status !== 200) return answer;
      const task = JSON.parse(answer.text) as Task;
      if (!['queued', 'running'].includes(task.status)) return { ...answer, code: endOf(task) };
      await Bun.sleep(pollMs);
    }
  }
}

interface Task {
  status: string;
  error: { code: string } | null;
  result: { imported: number } | null;
}

const endOf = ({ status, error, result }: Task) =>
  `${status} ${error?.code ?? result?.imported ?? ''}`.trim();

/** Reads all of it, and keeps its beginning. */
async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const stored: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    if (bytes < textBytesMax) stored.push(chunk);
    bytes += chunk.length;
  }
  const text = Buffer.concat(stored).toString();
  const isProblem = headers.get('content-type')?.includes('problem+json') ?? false;
  return { status, headers, bytes, text, code: isProblem ? codeOf(text) : '' };
}

export function codeOf(text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? '';
  } catch {
    return /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? '';
  }
}
