interface Task {
  status: string;
  result: { imported: number } | null;
}

export interface Target {
  projectId: string;
  serviceId: string;
}

const pollMs = 50;

/** A user of the system through its gateway. */
export class Client {
  constructor(
    private readonly base: string,
    private readonly key: string,
  ) {}

  async newTarget(): Promise<Target> {
    const code = crypto.randomUUID().slice(0, 8);
    const client = await this.#create('/v1/clients', { code, name: 'Scale' });
    const project = await this.#create('/v1/projects', { clientId: client.id, name: 'Scale' });
    const service = await this.#create(`/v1/projects/${project.id}/services`, { serviceType: 'estimation' });
    return { projectId: project.id, serviceId: service.id };
  }

  /** Resolves with the task when the file is accepted. */
  async upload(target: Target, file: File): Promise<string> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...target, force: 'true' })) form.set(name, value);
    form.set('file', file);
    const { taskId } = await this.#send<{ taskId: string }>('/api/v1/mto/import/async', {
      method: 'POST',
      body: form,
    });
    return taskId;
  }

  /** Resolves when the import is completed with so many rows. @throws Error when it ends otherwise */
  async completed(taskId: string, rowCount: number): Promise<void> {
    for (;;) {
      const task = await this.#send<Task>(`/api/v1/mto/import/status/${taskId}`);
      if (task.status === 'completed' && task.result?.imported === rowCount) return;
      if (!['queued', 'running'].includes(task.status)) throw new Error(JSON.stringify(task).slice(0, 2000));
      await Bun.sleep(pollMs);
    }
  }

  page = ({ projectId }: Target): Promise<unknown> =>
    this.#send(`/api/v1/mto?projectId=${projectId}&limit=50`);

  #create(path: string, json: object): Promise<{ id: string }> {
    const headers = { 'content-type': 'application/json' };
    return this.#send(path, { method: 'POST', headers, body: JSON.stringify(json) });
  }

  async #send<T>(path: string, init: RequestInit = {}): Promise<T> {
    return JSON.parse(await this.#receive(path, init));
  }

  async #receive(path: string, init: RequestInit = {}): Promise<string> {
    const headers = { ...(init.headers as Record<string, string>), 'x-api-key': this.key };
    const response = await fetch(this.base + path, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  }
}
