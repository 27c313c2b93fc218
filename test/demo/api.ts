const pageMax = 100;

interface Page<T> {
  data: T[];
  total: number;
}

/** Calls the running system; a refusal becomes an error with the words of its problem body. */
export class Api {
  constructor(readonly base: string) {}

  async get<T>(path: string): Promise<T> {
    return this.#send(path, {});
  }

  /** Every record of a list, page by page. */
  async all<T>(list: string): Promise<T[]> {
    const records: T[] = [];
    for (;;) {
      const paging = `skip=${records.length}&limit=${pageMax}`;
      const { data, total } = await this.get<Page<T>>(`${list}${list.includes('?') ? '&' : '?'}${paging}`);
      records.push(...data);
      if (data.length === 0 || records.length >= total) return records;
    }
  }

  async post<T>(path: string, json: unknown): Promise<T> {
    return this.#send(path, withBody('POST', json));
  }

  async send<T>(method: string, path: string, body?: object): Promise<T> {
    if (body instanceof FormData) return this.#send(path, { method, body });
    return this.#send(path, body === undefined ? { method } : withBody(method, body));
  }

  /** A document as it is answered. */
  async download(path: string): Promise<Blob> {
    return (await this.#answer(path, {})).blob();
  }

  async #send<T>(path: string, options: RequestInit): Promise<T> {
    return (await this.#answer(path, options)).json() as Promise<T>;
  }

  async #answer(path: string, options: RequestInit): Promise<Response> {
    const response = await fetch(this.base + path, options).catch(() => {
      throw new Error(`Nothing answers at ${this.base}; run "npm start" first.`);
    });
    if (response.ok) return response;
    const { code, detail } = (await response.json()) as { detail?: string; code?: string };
    throw new Error(`${options.method ?? 'GET'} ${path}: ${response.status} ${code} ${detail}`);
  }
}

const withBody = (method: string, json: unknown): RequestInit => ({
  method,
  body: JSON.stringify(json),
  headers: { 'content-type': 'application/json' },
});
