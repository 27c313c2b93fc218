import type { Sql } from 'postgres';

/** Addresses that stand for the same system, such as its gateways. */
export interface SteadyLoadOptions {
  bases: readonly string[];
  key: string;
  /** Clients at each address, each with one request at a time. */
  clientsPerBase: number;
}

const lookEveryMs = 100;

interface Ground {
  clientId: string;
  projectId: string;
  serviceId: string;
}

type Kind = { path: string; table: string; column: string; body(mark: string, ground: Ground): object };

const kinds: readonly Kind[] = [
  {
    path: '/v1/clients',
    table: 'clients_projects.client',
    column: 'code',
    body: (code) => ({ code, name: 'Steady' }),
  },
  {
    path: '/v1/projects',
    table: 'clients_projects.project',
    column: 'name',
    body: (name, { clientId }) => ({ clientId, name }),
  },
  {
    path: '/v1/crew-trades',
    table: 'crews_rates.trade',
    column: 'trade_code',
    body: (tradeCode) => ({ tradeCode, laborDesignation: 'Journeyman' }),
  },
  {
    path: '/api/v1/equipment',
    table: 'equipment_wbs.equipment',
    column: 'equipment_code',
    body: (equipmentCode) => ({ equipmentCode, name: 'Crane' }),
  },
  {
    path: '/api/v1/mto',
    table: 'mto.takeoff_line',
    column: 'tag',
    body: (tag, { projectId, serviceId }) => ({
      projectId,
      serviceId,
      discipline: 'civil',
      quantity: 1,
      crewCode: 'NONE',
      tag,
    }),
  },
];

/** Clients that read and write all the time over connections that they keep, each write once and without a key for retries. */
export class SteadyLoad {
  readonly failures: string[] = [];
  reads = 0;
  writes = 0;
  readonly #marks = new Map<Kind, string[]>(kinds.map((kind) => [kind, []]));
  readonly #prefix = crypto.randomUUID().slice(0, 8);
  /** Addresses that are ready, as a balancer before them finds out. */
  #open: readonly string[];
  #count = 0;
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: SteadyLoadOptions) {
    this.#open = options.bases;
  }

  async start(): Promise<void> {
    const [base = ''] = this.options.bases;
    const ground = await this.#layGround(base);
    const { bases, clientsPerBase } = this.options;
    const loops = bases.flatMap((address) =>
      Array.from({ length: clientsPerBase }, (_, at) => this.#go(address, ground, at)),
    );
    this.#running = Promise.all([...loops, this.#balance()]);
  }

  /** Lets every request in hand come to its end. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** Until so many more writes have been answered. */
  async passes(count: number): Promise<void> {
    const goal = this.writes + count;
    while (this.writes < goal && this.failures.length === 0) await Bun.sleep(10);
  }

  /** Writes that are not there exactly once, though each was answered with success. */
  async misplaced(sql: Sql): Promise<string[]> {
    const wrong: string[] = [];
    for (const [{ table, column }, marks] of this.#marks) {
      const found = await sql<{ mark: string; count: number }[]>`
        select ${sql(column)} as mark, count(*)::int as count from ${sql(table)}
        where ${sql(column)} like ${`${this.#prefix}-%`} group by 1`;
      const counts = new Map(found.map(({ mark, count }) => [mark, count]));
      for (const mark of marks)
        if (counts.get(mark) !== 1) wrong.push(`${table}: ${mark} is there ${counts.get(mark) ?? 0} times`);
      if (counts.size !== marks.length) wrong.push(`${table}: ${counts.size} of ${marks.length} writes`);
    }
    return wrong;
  }

  async #balance(): Promise<void> {
    const isReady = (base: string) =>
      fetch(`${base}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!this.#isStopped) {
      const answers = await Promise.all(this.options.bases.map(isReady));
      this.#open = this.options.bases.filter((_, at) => answers[at]);
      await Bun.sleep(lookEveryMs);
    }
  }

  async #go(own: string, ground: Ground, first: number): Promise<void> {
    for (let turn = first; !this.#isStopped; turn++) {
      const base = this.#open.includes(own) ? own : (this.#open[0] ?? own);
      const kind = kinds[turn % kinds.length] as Kind;
      const mark = `${this.#prefix}-${++this.#count}`;
      if (await this.#send(base, 'POST', kind.path, kind.body(mark, ground))) {
        this.#marks.get(kind)?.push(mark);
        this.writes += 1;
      }
      const path = kind.path === '/api/v1/mto' ? `${kind.path}?projectId=${ground.projectId}` : kind.path;
      if (await this.#send(base, 'GET', path)) this.reads += 1;
    }
  }

  /** The answer of a success; undefined after noting a failure. */
  async #send(
    base: string,
    method: string,
    path: string,
    json?: object,
  ): Promise<{ id: string } | undefined> {
    const headers = { 'x-api-key': this.options.key, 'content-type': 'application/json' };
    const body = json && JSON.stringify(json);
    try {
      const response = await fetch(base + path, { method, headers, body });
      const text = await response.text();
      if (response.headers.get('connection') === 'close') this.#leave(base);
      if (response.ok) return JSON.parse(text);
      this.failures.push(`${method} ${path}: ${response.status} ${text}`);
    } catch (error) {
      const isUnsent = error instanceof Error && 'code' in error && error.code === 'ConnectionRefused';
      if (isUnsent) this.#leave(base);
      const [other] = this.#open;
      if (isUnsent && other) return this.#send(other, method, path, json);
      this.failures.push(`${method} ${path}: ${error}`);
    }
    return undefined;
  }

  /** One that ends its connections is about to stop. */
  #leave(base: string): void {
    this.#open = this.#open.filter((one) => one !== base);
  }

  async #layGround(base: string): Promise<Ground> {
    const create = async (path: string, json: object) => {
      const made = await this.#send(base, 'POST', path, json);
      if (!made) throw new Error(this.failures.join('\n'));
      return made.id;
    };
    const clientId = await create('/v1/clients', { code: `ground-${this.#prefix}`, name: 'Ground' });
    const projectId = await create('/v1/projects', { clientId, name: 'Ground' });
    const serviceId = await create(`/v1/projects/${projectId}/services`, { serviceType: 'estimation' });
    return { clientId, projectId, serviceId };
  }
}
