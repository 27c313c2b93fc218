interface Ground {
  clientId: string;
  projectId: string;
  serviceId: string;
  lineId: string;
  tradeId: string;
  equipmentId: string;
  /** Where files are imported to. */
  importsId: string;
  taskId: string;
}

interface Sent {
  json?: unknown;
  form?: FormData;
  key?: string | null;
}

interface Call {
  /** How many of a hundred requests are such. */
  share: number;
  statuses: readonly number[];
  send(load: MixedLoad): Promise<Response>;
}

/** An answer that was not to be expected. */
class Unexpected extends Error {
  constructor(
    what: string,
    readonly status: number,
    text: string,
  ) {
    super(`${what} was answered ${status}: ${text}`);
  }
}

const unavailable = 503;
const unknownId = '00000000-0000-4000-8000-000000000000';
const atOnce = 24;
const every = { stream: 400, upload: 2000 } as const;
const linesText = (number: number) =>
  `Item,Discipline,Description,Quantity,Unit,Crew\n1,civil,Footing ${number},10,m3,C1\n2,civil,Slab,20,m3,C1\n`;

const get = (path: (ground: Ground) => string, share: number, status = 200): Call => ({
  share,
  statuses: [status],
  send: (load) => load.send('GET', path(load.ground)),
});

const write = (
  method: string,
  path: (ground: Ground) => string,
  json: (ground: Ground, number: number) => object,
  share: number,
  ...statuses: number[]
): Call => ({
  share,
  statuses,
  send: (load) => load.send(method, path(load.ground), { json: json(load.ground, load.next()) }),
});

/** A hundred requests: reads, searches and writes of every service, questions across services, and calls that are refused. */
const calls: readonly Call[] = [
  get(({ clientId }) => `/v1/clients/${clientId}`, 10),
  get(() => '/v1/clients?limit=5', 3),
  get(({ projectId }) => `/v1/projects/${projectId}`, 6),
  get(({ projectId }) => `/v1/projects/${projectId}/services`, 4),
  get(({ tradeId }) => `/v1/crew-trades/${tradeId}`, 8),
  get(() => '/v1/crew-trades?limit=5', 3),
  get(({ equipmentId }) => `/api/v1/equipment/${equipmentId}`, 8),
  get(() => '/api/v1/equipment?limit=5', 3),
  get(({ lineId, projectId }) => `/api/v1/mto/${lineId}?projectId=${projectId}`, 8),
  get(({ projectId }) => `/api/v1/mto?projectId=${projectId}&limit=5`, 6),
  get(({ projectId }) => `/api/v1/mto/project/${projectId}/disciplines`, 2),
  get(() => '/api/v1/api-keys?limit=2', 3),
  get(() => '/api/v1/me', 2),
  get(() => '/api/v1/health', 1),
  get(() => `/v1/clients/${unknownId}`, 3, 404),
  get(() => '/v1/nowhere', 2, 404),
  get(() => '/v1/clients?limit=many', 2, 400),
  write(
    'POST',
    () => '/api/v1/mto/search',
    ({ projectId }) => ({ projectId, limit: 5 }),
    5,
    200,
  ),
  write(
    'PUT',
    ({ clientId }) => `/v1/clients/${clientId}`,
    (_, number) => ({ name: `Client ${number}` }),
    3,
    200,
  ),
  write(
    'PUT',
    ({ tradeId }) => `/v1/crew-trades/${tradeId}`,
    (_, number) => ({ laborDesignation: number % 2 === 0 ? 'Journeyman' : 'Foreman' }),
    2,
    200,
  ),
  write(
    'PUT',
    ({ lineId, projectId }) => `/api/v1/mto/${lineId}?projectId=${projectId}`,
    (_, number) => ({ quantity: (number % 50) + 1 }),
    3,
    200,
  ),
  write(
    'POST',
    () => '/v1/clients',
    () => ({ name: 7 }),
    3,
    400,
  ),
  { share: 5, statuses: [204], send: (load) => load.createAndDelete() },
  { share: 2, statuses: [401], send: (load) => load.send('GET', '/v1/clients', { key: null }) },
  { share: 3, statuses: [405], send: (load) => load.send('PATCH', '/v1/clients') },
];

const turns = calls.flatMap((call) => Array.from({ length: call.share }, () => call));

/** The requests of many clients of every service, in a mixture that is the same in every hundred. */
export class MixedLoad {
  readonly failures: string[] = [];
  /** Requests that a busy machine had no time for. */
  unavailableCount = 0;
  sent = 0;
  ground!: Ground;
  #number = 0;

  constructor(
    private readonly base: string,
    private readonly key: string,
  ) {}

  next(): number {
    this.#number += 1;
    return this.#number;
  }

  async layGround(): Promise<void> {
    const mark = crypto.randomUUID().slice(0, 8);
    const create = async (path: string, json: object) => (await this.#created(path, json)).id as string;
    const clientId = await create('/v1/clients', { code: `ground-${mark}`, name: 'Ground' });
    const projectId = await create('/v1/projects', { clientId, name: 'Ground' });
    const serviceId = await create(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' });
    const line = { projectId, serviceId, discipline: 'civil', quantity: 1, crewCode: 'NONE' };
    const lineId = await create('/api/v1/mto', line);
    const tradeId = await create('/v1/crew-trades', { tradeCode: mark, laborDesignation: 'Journeyman' });
    const equipmentId = await create('/api/v1/equipment', { equipmentCode: mark, name: 'Crane' });
    const importsId = await create(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' });
    const ids = { clientId, projectId, serviceId, lineId, tradeId, equipmentId, importsId };
    this.ground = { ...ids, taskId: '' };
    this.ground.taskId = await this.#upload();
  }

  /** Sends so many more requests, and waits for all of their answers. */
  async send100(times: number): Promise<void> {
    const end = this.sent + times * turns.length;
    const go = async () => {
      while (this.sent < end && this.failures.length === 0) await this.#one(this.sent++);
    };
    await Promise.all(Array.from({ length: atOnce }, go));
  }

  async send(method: string, path: string, { json, form, key = this.key }: Sent = {}): Promise<Response> {
    const headers: Record<string, string> = key === null ? {} : { 'x-api-key': key };
    if (json !== undefined) headers['content-type'] = 'application/json';
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    return fetch(this.base + path, { method, headers, body });
  }

  /** A line of the takeoff, for which three other services are asked, and that is then deleted. */
  async createAndDelete(): Promise<Response> {
    const { projectId, serviceId } = this.ground;
    const line = { projectId, serviceId, discipline: 'civil', quantity: 2, crewCode: 'NONE' };
    const { id } = await this.#created('/api/v1/mto', line);
    this.sent += 1;
    return this.send('DELETE', `/api/v1/mto/${id}?projectId=${projectId}`);
  }

  async #one(number: number): Promise<void> {
    try {
      if (number % every.upload === 0) await this.#upload();
      else if (number % every.stream === 1) await this.#follow(number);
      else await this.#call(turns[(number * 37) % turns.length] as Call);
    } catch (error) {
      if (error instanceof Unexpected && error.status === unavailable) this.unavailableCount += 1;
      else this.failures.push(String(error));
    }
  }

  async #call({ statuses, send }: Call): Promise<void> {
    const response = await send(this);
    const text = await response.text();
    if (!statuses.includes(response.status)) throw new Unexpected(response.url, response.status, text);
  }

  /** A stream of events that ends with its import, or that the client leaves before that. */
  async #follow(number: number): Promise<void> {
    const { taskId } = this.ground;
    const response = await this.send('GET', `/api/v1/mto/import/status/${taskId}/events`);
    if (response.status !== 200) throw new Unexpected('a stream', response.status, await response.text());
    if (number % (2 * every.stream) === 1) await response.text();
    else await response.body?.cancel();
  }

  async #upload(): Promise<string> {
    const { projectId, importsId: serviceId } = this.ground;
    const form = new FormData();
    for (const [name, value] of Object.entries({ projectId, serviceId, mode: 'replace' }))
      form.append(name, value);
    form.append('file', new File([linesText(this.next())], 'lines.csv'));
    const response = await this.send('POST', '/api/v1/mto/import/async', { form });
    const text = await response.text();
    if (response.status !== 200) throw new Unexpected('an upload', response.status, text);
    return JSON.parse(text).taskId;
  }

  async #created(path: string, json: object) {
    const response = await this.send('POST', path, { json });
    const text = await response.text();
    if (response.status !== 201) throw new Unexpected(`POST ${path}`, response.status, text);
    return JSON.parse(text);
  }
}
