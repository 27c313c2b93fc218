/** Calls the running house; a refusal becomes an error with the words of its problem body. */
export class Api {
  constructor(readonly base: string) {}

  async get<T>(path: string): Promise<T> {
    return this.#send(path, {});
  }

  async post<T>(path: string, json: unknown): Promise<T> {
    return this.#send(path, {
      method: 'POST',
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json' },
    });
  }

  async upload<T>(path: string, form: FormData): Promise<T> {
    return this.#send(path, { method: 'POST', body: form });
  }

  async #send<T>(path: string, options: RequestInit): Promise<T> {
    const response = await fetch(this.base + path, options).catch(() => {
      throw new Error(`Nothing answers at ${this.base}; run "npm start" first.`);
    });
    const body = (await response.json()) as T & { detail?: string; code?: string };
    if (response.ok) return body;
    throw new Error(`${options.method ?? 'GET'} ${path}: ${response.status} ${body.code} ${body.detail}`);
  }
}
