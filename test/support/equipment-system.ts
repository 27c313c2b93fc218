import { clientsProjects } from '@consulting/clients-projects/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { getProject } from '@consulting/kernel/contracts/clients-projects';
import { crewImports, findTrades, getEquipmentUsage } from '@consulting/kernel/contracts/crews-rates';
import { findEquipment } from '@consulting/kernel/contracts/equipment-wbs';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import type { Blocking } from '@consulting/kernel/schema';
import postgres from 'postgres';
import type { Migrated } from './database';
import { answerNoImports } from './no-imports';
import { freshCode, unknownId, until } from './project-system';
import { type Answer, type RequestOptions, type ServiceUnderTest, startTestSystem } from './system';

/** equipment-wbs and clients-projects on real Postgres and NATS; what crews-rates knows a test arranges. */
export async function startEquipmentSystem(others: readonly Migrated[] = []) {
  const system = await startTestSystem([clientsProjects, equipmentWbs, ...others]);
  const service = await system.start(equipmentWbs);
  const sql = postgres(system.databaseUrl, { max: 2, onnotice: () => {} });
  const bus = connectBus({ url: system.natsUrl, name: 'test', log: serviceLog() });
  const crews = new Crews(system.natsUrl);
  const answered = (asking: () => Promise<unknown>) =>
    until(() =>
      asking().then(
        () => true,
        () => false,
      ),
    );
  let projects: ServiceUnderTest;
  const startProjects = async () => {
    projects = await system.start(clientsProjects);
    await answered(() => bus.ask(getProject, { projectId: unknownId }));
  };
  await startProjects();
  await crews.start();
  await answered(() => bus.ask(findEquipment, { codes: [], projectId: null }));
  return {
    service,
    sql,
    bus,
    crews,
    natsUrl: system.natsUrl,
    databaseUrl: system.databaseUrl,
    start: system.start,
    ...records(service.request, (...request) => projects.request(...request)),
    /** Runs `act` while clients-projects does not answer. */
    async withoutProjects<T>(act: () => Promise<T>): Promise<T> {
      await projects.stop();
      return act().finally(startProjects);
    },
    async stop() {
      await crews.stop();
      await bus.close();
      await sql.end();
      await system.stop();
    },
  };
}

export type EquipmentSystem = Awaited<ReturnType<typeof startEquipmentSystem>>;

/** Answers for crews-rates over the real bus. */
class Crews {
  trades: (Trade & { isActive: boolean })[] = [];
  readonly usage = new Map<string, Blocking>();
  /** Runs before each answer, so that a test can act in the middle of a write. */
  beforeAnswer: () => Promise<unknown> = async () => {};
  /** Runs once, when the next answer on trades is found but not sent yet. */
  afterFinding: () => Promise<unknown> = async () => {};
  #bus: Bus | undefined;

  constructor(private readonly natsUrl: string) {}

  async start(): Promise<void> {
    const bus = connectBus({ url: this.natsUrl, name: 'crews', log: serviceLog() });
    bus.answer(findTrades, async ({ trades }) => {
      await this.beforeAnswer();
      const found = this.trades.filter((known) => trades.some((asked) => isMeant(known, asked)));
      const act = this.afterFinding;
      this.afterFinding = async () => {};
      await act();
      return { trades: found };
    });
    answerNoImports(bus, crewImports);
    bus.answer(getEquipmentUsage, async ({ equipmentCode }) => {
      await this.beforeAnswer();
      return this.usage.get(equipmentCode) ?? { count: 0, items: [] };
    });
    await until(() => bus.ask(findTrades, { trades: [] }).then(Boolean, () => false));
    this.#bus = bus;
  }

  async stop(): Promise<void> {
    await this.#bus?.close();
  }

  /** Knows the trade no more; without a designation none of the code. */
  forget(tradeCode: string, laborDesignation: string | null = null): void {
    this.trades = this.trades.filter((known) => !isMeant(known, { tradeCode, laborDesignation }));
  }

  /** Runs `act` while crews-rates does not answer. */
  async without<T>(act: () => Promise<T>): Promise<T> {
    await this.stop();
    return act().finally(() => this.start());
  }

  /** Runs `act` with something that happens before each answer. */
  async during<T>(beforeAnswer: () => Promise<unknown>, act: () => Promise<T>): Promise<T> {
    this.beforeAnswer = beforeAnswer;
    return act().finally(() => {
      this.beforeAnswer = async () => {};
    });
  }
}

interface Trade {
  tradeCode: string;
  laborDesignation: string;
}

const isMeant = (known: Trade, asked: { tradeCode: string; laborDesignation: string | null }) =>
  known.tradeCode.toLowerCase() === asked.tradeCode.toLowerCase() &&
  (asked.laborDesignation === null ||
    known.laborDesignation.toLowerCase() === asked.laborDesignation.toLowerCase());

type Request = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

function records(request: Request, ofProjects: Request) {
  const create = async (send: Request, path: string, json: object): Promise<Answer['body']> => {
    const { status, body } = await send('POST', path, { json });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    request,
    newEquipment: (more: object = {}) =>
      create(request, '/api/v1/equipment', { equipmentCode: freshCode('CRN-'), name: 'Crane', ...more }),
    newTag: (projectId: string, equipmentCode: string, more: object = {}) =>
      create(request, '/api/v1/equipment-tags', { projectId, equipmentCode, ...more }),
    async newProject(more: object = {}) {
      const client = await create(ofProjects, '/v1/clients', { code: freshCode('C'), name: 'Borealis' });
      return create(ofProjects, '/v1/projects', { name: 'Expansion', clientId: client.id, ...more });
    },
    deleteProject: ({ id }: { id: string }) => ofProjects('DELETE', `/v1/projects/${id}`),
  };
}
